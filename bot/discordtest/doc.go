// Package discordtest is the Discord that this bot is tested against. It is an in-process server that speaks the part of
// Discord's REST API (v9 and v10) and gateway that the bot uses, strictly enough that the bot cannot tell the difference.
// It also acts as members and moderators do. It knows nothing about tic-tac-toe.
//
// [NewServer] makes an empty Discord, [Server.NewApplication] a bot's account, [Server.NewGuild] and [Guild.NewChannel] a
// place, and [Server.NewUser] a person. [Server.Start] serves on the loopback interface; [Server.StartInMemory] needs no
// network. A bot joins with its token. A bot that receives its interactions over HTTP passes its address to
// [Application.SetInteractionsURL]. The methods of [Guild], [Channel], [Role], [User] and [Application] do what members
// and moderators do to a bot.
//
// A [Client] is a user who looks at a channel; its methods return errors. A [Player] wraps a Client for tests that read
// like stories; its methods fail the test. Actions do not wait for the bot to be ready, and a press can reach the bot
// before its library has read the response to the request that sent the message. A refused response to an interaction
// does not count as a response: after three seconds the user's action returns [ErrFailed], which names the refusal.
// [WithLogger] logs each refusal at once.
//
// The package uses the standard library's clock: in a testing/synctest bubble, with StartInMemory, the three seconds of
// an interaction and the fifteen minutes of its token pass without waiting. [Application.Inject] injects a fault.
//
// A Server may run for days. It keeps the newest 10,000 messages of each channel, 64 MiB of files, and the interactions
// of the last fifteen minutes.
//
// # Where Discord's documentation is silent
//
// Of several possible choices this package prefers the strictest.
//
//   - Lengths count code points. Leading and trailing space is removed from the content of messages only.
//   - A second initial response is refused with 400 and 40060, an initial response after three seconds with 404 and
//     10062. A webhook request before the initial response is refused with 404 and 10015, after fifteen minutes with 401
//     and 50027.
//   - The flag of Components V2 stays set even if an edit leaves it out. A deferred answer gets it by its edit.
//   - A button needs a label or an emoji: a Unicode emoji or one of the application's own. Fields that a button must not
//     have may be null, but not empty.
//   - A bulk overwrite that does not change a command keeps the command's version.
//   - A message's list of attachments does not include files that a component shows.
//   - Edits send no notifications. This includes the edit that fills a deferred message.
//   - A bot needs no permission to answer an interaction. In an archived thread it can edit nothing, and a new message
//     from the bot unarchives the thread. If the bot is not a member of the guild, app_permissions are the few that it
//     would have in direct messages between other users.
//   - Members need permission to use commands, but none to press the components that they see. During a timeout they can
//     use neither. In an archived thread they can use no commands, and press components unless it is locked as well.
//   - Mentions of roles and of everyone need the bot's permission, even in answers to interactions.
//   - A private thread is visible to its members and to users who manage threads. In any thread, a mention adds the
//     mentioned users, if the author may write there. Writing in a locked thread is refused with 403 and 160005; if the
//     thread is archived as well, with 400 and 50083.
//   - A bot's own managed role is placed above all roles that exist when the bot is installed.
//
// Requests for what the bot does not use are refused with 404 or 405, or by a form error.
package discordtest
