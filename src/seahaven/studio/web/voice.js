// Instructions to the driver, spoken by the browser.

class Voice {
  constructor(isOn) {
    this.isOn = isOn;
  }

  /** Say something, after what is being said; nothing where it is switched off or the browser has no voice. */
  speak(words) {
    if (!words || !this.isOn || !window.speechSynthesis) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.speak(spoken);
  }
}
