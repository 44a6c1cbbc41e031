// Forms that a bot has opened. The server renders a form as a dialog. The script makes the dialog
// modal, so that the keyboard focus stays within it and Escape closes it.
const place = document.getElementById('form-place');

export function startModals() {
  place.addEventListener('click', (event) => {
    if (!event.target.closest('[data-close]')) return;
    event.preventDefault();
    event.target.closest('dialog').remove();
  });
  raise();
}

export function showForm(html) {
  place.innerHTML = html; // rendered and escaped by the server
  raise();
}

function raise() {
  const dialog = place.querySelector('dialog');
  if (!dialog) return;
  const opener = document.activeElement;
  dialog.open = false;
  dialog.showModal();
  dialog.querySelector('input:not([type="hidden"]), textarea, select, button')?.focus();
  dialog.addEventListener('close', () => { dialog.remove(); opener?.focus?.(); });
}
