// The page works without this, one form at a time. With it, messages change as
// they come, and the command line completes.
import { followMessages } from './live.js';
import { startForms } from './forms.js';
import { startComposer } from './composer.js';
import { startMenus } from './menus.js';
import { startClock } from './clock.js';
import { startModals } from './modal.js';

startClock();
startForms();
startMenus();
startModals();
startComposer();
followMessages();
