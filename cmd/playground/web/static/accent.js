// The accent colours of embeds and containers. The page's policy allows no styles in its text,
// which bots write; a colour that the script sets can be nothing but a colour.
export function paint(root) {
  for (const element of root.querySelectorAll('[data-accent]')) {
    element.style.setProperty('--accent', element.dataset.accent);
  }
}
