// Forms are sent without leaving the page. Errors are shown beside the form.
import { showForm } from './modal.js';

// send posts a form. It returns the error's sentence, or "". It passes the rest of the answer to done.
export async function send(form, submitter, done = () => {}) {
  const data = new FormData(form, submitter);
  const address = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;
  try {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(data) });
    if (response.status === 204) return '';
    const answer = await response.json();
    if (answer.form) showForm(answer.form);
    if (answer.location) location.assign(answer.location);
    done(answer);
    return answer.error ?? '';
  } catch {
    return 'No answer from the playground. Is it still running?';
  }
}

export function startForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.id === 'composer' || form.classList.contains('popup') && !form.closest('.maker') || 'leaves' in form.dataset) return;
    event.preventDefault();
    if (form.closest('.message')) sendFrom(form, event.submitter);
    else sendPlain(form, event.submitter);
  });
  document.addEventListener('click', (event) => {
    if (event.target.closest('button:disabled')) event.preventDefault();
  });
  const settings = document.getElementById('settings');
  settings.addEventListener('change', () => settings.requestSubmit());
  settings.querySelector('button').hidden = true; // every change is sent at once
}

// sendPlain sends a form outside messages.
async function sendPlain(form, submitter) {
  if (form.closest('[aria-busy="true"]')) return;
  const missing = misfit(form, '.field[data-maximum]');
  if (missing) return tellIn(form, missing);
  submitter?.setAttribute('aria-busy', 'true');
  const problem = await send(form, submitter);
  submitter?.removeAttribute('aria-busy');
  tellIn(form, problem);
  if (!problem && form.id === 'modal-form') form.closest('dialog').remove();
}

function tellIn(form, problem) {
  const place = form.querySelector('.failure') ?? form.closest('.trouble, .chips')?.querySelector('.failure');
  if (!place) return;
  place.hidden = !problem;
  place.textContent = problem;
}

async function sendFrom(form, submitter) {
  const message = (submitter ?? form).closest('.message');
  const id = message?.dataset.id;
  if (message?.querySelector('[aria-busy="true"]')) return; // one request at a time
  const missing = misfit(form, '.menu-list[data-maximum]');
  if (missing) return show(id, missing);
  closeMenuOf(form, submitter);
  submitter?.setAttribute('aria-busy', 'true');
  const problem = await send(form, submitter);
  submitter?.removeAttribute('aria-busy');
  show(id, problem);
}

// closeMenuOf closes the menu of a choice without waiting for the answer. The closed menu shows
// a single choice.
function closeMenuOf(form, submitter) {
  const box = form.querySelector('details.menu-box[open]');
  if (!box) return;
  const face = box.querySelector('summary');
  for (const input of box.querySelectorAll('input')) input.defaultChecked = input.checked; // sent: see menus.js
  box.open = false;
  face.focus();
  const chosen = submitter?.classList.contains('option') && submitter.querySelector('.option-text > span');
  if (chosen) {
    face.querySelector('span').replaceChildren(...[...chosen.childNodes].map((node) => node.cloneNode(true)));
    face.classList.add('chosen');
  }
}

// misfit returns an error if too few or too many options are chosen, or "".
function misfit(form, selector) {
  for (const list of form.querySelectorAll(selector)) {
    const chosen = list.querySelectorAll('input:checked').length;
    const { minimum, maximum } = list.dataset;
    if (chosen >= minimum && chosen <= maximum) continue;
    return minimum === maximum ? `Choose ${minimum}.` : `Choose ${minimum} to ${maximum}.`;
  }
  return '';
}

// show shows an error at a message. It looks the message up by its id, because the element may have been replaced in the meantime.
function show(id, problem) {
  const place = id && document.getElementById('m-' + id)?.querySelector('.failure');
  if (!place) return;
  place.hidden = !problem;
  place.textContent = problem;
}
