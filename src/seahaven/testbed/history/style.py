"""How the pages of a history look: one style sheet, light or dark as the reader's system is."""

from __future__ import annotations

from typing import Final

__all__ = ["STYLE"]

STYLE: Final = """
:root { --ink: #1f2a33; --soft: #60707c; --line: #dfe5ea; --paper: #fff; --ground: #f3f5f7; --pass: #2f8562;
  --fail: #c23b52; --error: #b7791f; --link: #1d5f8a; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebef; --soft: #9aa8b3; --line: #36424d; --paper: #1c242b;
  --ground: #13181d; --pass: #4fae86; --fail: #de6279; --error: #d6a04a; --link: #7fbfe6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1160px; margin: 0 auto; padding: 22px clamp(12px, 3vw, 28px) 64px; }
nav { display: flex; gap: 16px; flex-wrap: wrap; font-size: 14px; margin-bottom: 10px; } nav .space { flex: 1; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 2px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 34px 0 10px; }
p, .soft { color: var(--soft); margin: 2px 0 10px; } a { color: var(--link); text-underline-offset: 3px; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; margin: 0 0 12px;
  overflow-x: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(122px, 1fr)); gap: 12px; margin: 14px 0; }
.tile { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 10px 16px; }
.tile b { display: block; font-size: 25px; line-height: 1.25; } .tile span { color: var(--soft); font-size: 13px; }
.tile small { font-size: 13px; font-weight: 600; margin-left: 6px; } .up { color: var(--pass); } .down { color: var(--fail); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 12px; font-weight: 600; color: var(--soft); padding: 4px 12px 6px 0; vertical-align: bottom; }
td { border-top: 1px solid var(--line); padding: 7px 12px 7px 0; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.number + td:not(.number), th.number + th:not(.number) { padding-left: 14px; }
td.heat { text-align: center; border: 2px solid var(--paper); border-radius: 6px; min-width: 44px; padding: 5px; }
th.heat { text-align: center; padding: 4px 5px; }
.value { display: inline-block; border: 1px solid var(--line); border-radius: 6px; padding: 0 8px; margin: 2px 6px 2px 0;
  font-size: 13px; }
summary { cursor: pointer; color: var(--link); font-size: 13px; width: fit-content; }
code { display: block; font-size: 12.5px; overflow-wrap: anywhere; background: var(--ground); border-radius: 6px;
  padding: 6px 8px; margin-top: 4px; }
.mark { display: inline-block; border-radius: 5px; padding: 0 7px; font-size: 12.5px; font-weight: 600; color: #fff; }
.mark.drifted, .mark.new, .mark.gone { background: var(--soft); } .mark.flaky { background: var(--error); }
.passed, .better { background: var(--pass); } .failed, .worse { background: var(--fail); } .error { background: var(--error); }
.bar { display: flex; height: 9px; border-radius: 5px; overflow: hidden; background: var(--line); min-width: 90px; margin-top: 7px; }
.bar i { display: block; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); gap: 12px; }
.grid .card { margin: 0; overflow: visible; }
.drive { padding: 0; overflow: hidden; display: flex; } .drive > div { padding: 12px 16px; flex: 1; min-width: 0; }
.drive > a { flex: 0 0 46%; }
.drive h3 { font-size: 15px; margin: 0 0 4px; font-weight: 600; display: flex; gap: 8px; align-items: baseline; flex-wrap: wrap; }
.drive .links { display: flex; gap: 6px 18px; flex-wrap: wrap; margin-top: 8px; font-size: 13px; }
.drive .links details[open] { flex-basis: 100%; }
.strip { display: block; width: 100%; height: 100%; object-fit: contain; background: #fbfaf7; }
figure { margin: 0; } figcaption { font-size: 13px; color: var(--soft); margin-bottom: 8px; }
svg { display: block; max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, "DejaVu Sans", sans-serif; } svg .soft { fill: var(--soft); }
.wide { display: block; } .narrow { display: none; }
@media (max-width: 640px) { .card { padding: 12px; } h1 { font-size: 22px; } .tile b { font-size: 21px; }
  .drive { display: block; padding: 0; }
  .wide { display: none; } .narrow { display: block; } }
"""
