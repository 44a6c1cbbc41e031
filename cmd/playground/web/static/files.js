// Files to attach to a message or to an option of a command.
const field = document.getElementById('files');
const list = document.getElementById('chosen-files');

let all = []; // no two with the same name
let chosen = null; // callback for the name of the next picked file

export function startFiles() {
  const line = document.getElementById('line');
  field.addEventListener('change', () => {
    const picked = [...field.files];
    add(picked);
    if (picked.length) chosen?.(picked[0].name);
    chosen = null;
  });
  field.addEventListener('cancel', () => { chosen = null; });
  line.addEventListener('paste', (event) => {
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  });
  document.addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
    line.focus();
  });
}

// pick opens the file dialogue and calls then with the name of the picked file.
export function pick(then) {
  chosen = then;
  field.click();
}

export function fileNames() { return all.map((file) => file.name); }

export function clearFiles() { set([]); }

// add adds files. A file replaces an earlier file with the same name.
function add(files) {
  const names = new Set(files.map((file) => file.name));
  set([...all.filter((file) => !names.has(file.name)), ...files]);
}

function set(files) {
  all = files;
  const transfer = new DataTransfer();
  for (const file of all) transfer.items.add(file);
  field.files = transfer.files; // the form sends these files
  list.replaceChildren(...all.map(chip));
  list.hidden = !all.length;
}

function chip(file) {
  const li = document.createElement('li');
  const name = document.createElement('span');
  const remove = document.createElement('button');
  li.className = 'chosen-file';
  name.textContent = file.name;
  remove.type = 'button';
  remove.className = 'icon';
  remove.textContent = '✕';
  remove.setAttribute('aria-label', 'Remove ' + file.name);
  remove.addEventListener('click', () => set(all.filter((other) => other !== file)));
  li.append(name, remove);
  return li;
}
