// The page also works without scripts, with one page load for each form. The scripts add live
// messages, and completion in the line for messages and commands.
import { followMessages } from './live.js';
import { startForms } from './forms.js';
import { startComposer } from './composer.js';
import { startMenus } from './menus.js';
import { startClock } from './clock.js';
import { startModals } from './modal.js';
import { paint } from './accent.js';

paint(document);
startClock();
startForms();
startMenus();
startModals();
startComposer();
followMessages();
