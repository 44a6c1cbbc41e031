// Times in the reader's time zone, in English. Relative times are updated every second.
const absolute = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
  gutter: { timeStyle: 'short' },
};
const units = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
const relative = new Intl.RelativeTimeFormat('en');

export function startClock() {
  tell(document);
  setInterval(() => tell(document, 'time[data-style="R"]'), 1000);
}

// tell updates the texts of the times within an element.
export function tell(root, selector = 'time[data-style]') {
  for (const element of root.querySelectorAll(selector)) {
    const text = words(new Date(element.dateTime), element.dataset.style);
    if (element.textContent !== text) element.textContent = text;
  }
}

function words(date, style) {
  if (style === 'R') return distance((date - Date.now()) / 1000);
  if (style === 'message') return messageTime(date);
  return new Intl.DateTimeFormat('en', absolute[style] ?? absolute.f).format(date);
}

function distance(seconds) {
  const rounded = Math.round(seconds);
  const [unit, length] = units.find(([, n]) => Math.abs(rounded) >= n * 0.99) ?? units.at(-1);
  return relative.format(Math.round(rounded / length), unit); // as Discord does, so that a new clock does not lack a minute
}

function messageTime(date) {
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(date);
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (date >= midnight) return 'Today at ' + time;
  if (date >= midnight - 86400000) return 'Yesterday at ' + time;
  return new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short' }).format(date);
}
