// The participant's screen: the driver's seat while a drive runs, questionnaires in between, and nothing to choose.

class ParticipantPage {
  constructor() {
    document.documentElement.dataset.theme = "light";
    this.link = new Link({ heard: (message) => this.hear(message), seen: () => {}, lost: () => {} });
    this.asked = null;
    element("form").onsubmit = (event) => {
      event.preventDefault();
      this.#send();
    };
  }

  hear(message) {
    const act = {
      opening: () => this.#rest("Please wait. The drive is being prepared."),
      lab: () => (message.driving ? this.#drive() : this.#rest("Thank you. Please wait.")),
      asked: () => this.#ask(message),
      answered: () => this.#rest("Thank you. Please wait."),
      closed: () => { if (!this.asked) this.#rest("Please wait."); },
      fault: () => { if (this.asked) this.#say(message.text); },
    }[message.type];
    if (act) act();
  }

  #rest(text) {
    this.asked = null;
    element("seat").hidden = true;
    element("seat").removeAttribute("src");
    element("paper").hidden = false;
    element("form").hidden = true;
    element("note").hidden = true;
    element("title").textContent = "";
    element("text").textContent = text;
  }

  #drive() {
    this.asked = null;
    element("paper").hidden = true;
    element("seat").hidden = false;
    element("seat").src = "/seat";
    element("seat").onload = () => element("seat").contentWindow.focus();
  }

  #ask({ questionnaire, title, questions }) {
    this.#rest("");
    this.asked = questions;
    element("title").textContent = title || questionnaire;
    element("form").hidden = false;
    element("form").replaceChildren(...questions.map((question) => this.#question(question)), made("button", { type: "submit", className: "main", text: "Send" }));
  }

  #question(question) {
    const { name, ask, scale, low, high, choices, number, optional } = question;
    const field = made("fieldset", {}, made("legend", { text: optional ? `${ask} (optional)` : ask }));
    const option = (value, text) => made("label", { className: "option" }, made("input", { type: "radio", name, value }), made("span", { text }));
    if (scale) {
      const points = Array.from({ length: scale }, (_, k) => option(k + 1, `${k + 1}`));
      field.append(made("div", { className: "scale" }, made("span", { text: low || "" }), ...points, made("span", { text: high || "" })));
    } else if (choices) field.append(made("div", { className: "choices" }, ...choices.map((text) => option(text, text))));
    else if (number) field.append(made("input", { type: "number", name, min: number[0], max: number[1], step: "any" }));
    else field.append(made("textarea", { name, rows: 3, maxLength: 10000 }));
    return field;
  }

  /** The answers as the studio takes them; it says what is missing. */
  #send() {
    const said = new FormData(element("form"));
    const answers = {};
    for (const { name, scale, number } of this.asked) {
      const text = said.get(name);
      answers[name] = text === null || text.trim() === "" ? null : scale || number ? Number(text) : text;
    }
    element("note").hidden = true;
    this.link.ask("reply", { answers });
  }

  #say(text) {
    element("note").hidden = false;
    element("note").textContent = text;
    element("note").scrollIntoView({ block: "nearest" });
  }
}

window.page = new ParticipantPage();
