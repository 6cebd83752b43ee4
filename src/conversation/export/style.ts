/** The look of an exported conversation: paper and ink, light and dark, fit to print. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #faf9f7; --ink: #1d1f22; --soft: #63666b; --line: #e4e1dc; --accent: #c2452d }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1b1d1f; --ink: #e8e6e3; --soft: #a3a6aa; --line: #34383c; --accent: #e0694f }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 44rem; padding: 24px 16px; background: var(--ground); color: var(--ink);
  font: 14px/20px Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
h1 { font-size: 20px; line-height: 28px; margin: 0 }
header p, h2, .who, .note, figcaption { color: var(--soft); font-size: 12px; line-height: 16px }
h2 { font-weight: 500; margin: 0 0 8px }
section { border-top: 1px solid var(--line); padding: 16px 0 }
.reverted { opacity: 0.6 }
.who { font-weight: 600; margin: 12px 0 4px }
.prompt { white-space: pre-wrap }
.card { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0; padding: 8px }
.trouble { border-left: 2px solid var(--accent); margin: 8px 0; padding: 4px 8px }
.pair { display: flex; gap: 8px; margin: 8px 0 }
figure { flex: 1; margin: 0 }
img { border: 1px solid var(--line); border-radius: 6px; display: block; height: auto; max-width: 100% }
pre, code { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: 12px }
pre { border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; padding: 8px; white-space: pre-wrap }
table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: 4px 8px; text-align: left }
a { color: inherit }
@media (max-width: 480px) { .pair { flex-direction: column } }
@media print { body { max-width: none } section { break-inside: avoid } }
`
