// Package discordtest is a Discord in a box: an in-process server that speaks
// Discord's REST API (v9 and v10) and gateway strictly enough that client
// libraries cannot tell, and a driver that acts as members do: they use
// commands, press buttons, choose from menus, fill in forms, and see what
// Discord would show them and nothing else. It knows nothing of the bots that
// run on it.
//
// # The world
//
// [NewServer] makes an empty Discord. [Server.NewApplication] makes a bot's
// account, [Server.NewGuild] and [Guild.NewChannel] a place, [Server.NewUser] a
// person; [Guild.Add] and [Guild.Install] bring them together. There are direct
// messages ([Server.DirectMessage]), group messages ([Server.GroupMessage]) and
// applications that a user takes along ([Application.InstallFor]).
//
// [Server.Start] serves on the loopback interface; [Server.StartInMemory] needs
// no network. A bot joins with its token: where its library lets the base
// address be set it is [Server.URL], elsewhere [Server.HTTPClient] and
// [Server.DialContext] lead any request here.
//
// # Acting
//
// A [Client] is a user looking at a channel, and returns errors. A [Player]
// wraps it for tests that read like stories, and fails them.
//
// What a bot sends is checked as Discord checks it, and refused with Discord's
// status, code and error body, at the path of the wrong field. A refused answer
// is no answer: after three seconds the user sees [ErrFailed], which names the
// refusal. [WithLogger] logs each refusal when it happens.
//
// # Time
//
// Time is the standard library's: in a testing/synctest bubble, with the
// in-memory transport of StartInMemory, the three seconds of an interaction and
// the fifteen minutes of its token pass without waiting.
//
// # Limits and faults
//
// Requests are limited as Discord limits them: each route by itself, all routes
// of an application together, and addresses that are refused too often are banned.
//
// [Application.Inject] makes something go wrong: with the gateway's connections,
// with events on their way, or with requests and their answers. [Fault.Effect]
// says what Discord's documentation asks of the client then, and
// [Injection.Outcome] what the client did. [Faults] lists what a bot should
// survive, [FatalFaults] what must end it, and [DrawFaults] makes a long run of
// them from a seed.
//
// # Where Discord's documentation is silent
//
// The choices made here, all on the strict side where there is one:
//
//   - Lengths count code points. Content loses the space around it; other text
//     is kept as it is.
//   - API versions but 9 and 10 are refused, also those that Discord still serves.
//   - A second initial response is HTTP 400 with 40060; one after three seconds
//     404 with 10062; a webhook before the initial response 404 with 10015, after
//     fifteen minutes 401 with 50027.
//   - A callback type that does not fit the interaction is a form error at "type".
//     Message flags that a bot may not set are ignored, and so is an edit that
//     leaves out the flag of Components V2: it stays.
//   - A button needs a label or an emoji, and an emoji must be one of Unicode's;
//     there are no custom emoji yet, so every id is refused.
//   - Contexts and integration types of a guild's command are ignored. Commands of
//     the primary entry point type are refused. A bulk overwrite that changes
//     nothing of a command keeps its version.
//   - Edits notify nobody, nor does the edit that fills a deferred message.
//   - Answers to components and follow-ups are replies (type 19); the answer to a
//     modal that a command opened has type 0.
//   - Everybody may do what plain members usually may; [Guild.Grant] gives more.
//     A bot needs no permission to answer an interaction.
//   - A ban for invalid requests lasts an hour.
//   - The sizes of the routes' rate limits are this package's: Discord does not
//     publish its own.
package discordtest
