// Accent colours of embeds and containers. The page's security policy blocks styles in the HTML,
// because bots provide parts of it. The script only sets a colour.
export function paint(root) {
  for (const element of root.querySelectorAll('[data-accent]')) {
    element.style.setProperty('--accent', element.dataset.accent);
  }
}
