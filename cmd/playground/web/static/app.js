// The page works without this, one form at a time. With it, messages change as
// they come, and the line for messages and commands completes.
import { followMessages } from './live.js';
import { startForms } from './forms.js';
import { startComposer } from './composer.js';
import { startFiles } from './files.js';
import { startMenus } from './menus.js';
import { startClock } from './clock.js';
import { startModals } from './modal.js';
import { paint } from './accent.js';

paint(document);
startClock();
startForms();
startMenus();
startModals();
startFiles();
startComposer();
followMessages();
