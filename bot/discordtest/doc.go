// Package discordtest is a Discord in a box. It is an in-process server that speaks Discord's REST API (v9 and v10) and
// gateway, strictly enough that client libraries cannot tell the difference. It also has a driver that acts as members
// do: members use commands, press buttons, choose from menus and fill in forms, and they see exactly what Discord would
// show them. The package knows nothing about the bots that run on it.
//
// # The world
//
// Most tests begin with [New], which makes a guild, a channel and an application. [World.Member] adds a member to the
// guild.
//
// [NewServer] makes an empty Discord. [Server.NewApplication] makes a bot's account, [Server.NewGuild] and
// [Guild.NewChannel] make a place, and [Server.NewUser] makes a person. [Guild.Add] adds people to a guild, and
// [Guild.Install] adds a bot. There are also threads ([Channel.NewThread], [Channel.NewPrivateThread]), direct messages
// ([Server.DirectMessage]), group messages ([Server.GroupMessage]) and applications that a user has installed
// ([Application.InstallFor]).
//
// In a new guild every member, bots included, has the permissions that plain members usually have. [Guild.Install] can
// give a bot more, as the permissions in an invitation link do. Roles ([Guild.NewRole], [Guild.Give]), overwrites
// ([Channel.Overwrite]), timeouts ([Guild.TimeOut]) and an owner ([Guild.SetOwner]) change the permissions of members
// and of bots.
//
// [Server.Start] serves on the loopback interface; [Server.StartInMemory] needs no network. A bot joins with its token.
// If its library has a setting for the base address of the API, set that to [Server.URL]. Otherwise [Server.HTTPClient]
// and [Server.DialContext] send any request here, whatever its address. The bot's user agent must not be empty or that
// of a browser. A bot that receives its interactions over HTTP passes its address to [Application.SetInteractionsURL].
//
// As on Discord, a new application has no privileged intents: requests that need such an intent are refused, and events
// come without the content of other people's messages. [Application.AllowIntents] switches the intents on.
//
// # Acting
//
// A [Client] is a user who looks at a channel; its methods return errors. A [Player] wraps a Client for tests that read
// like stories; its methods fail the test. An action is impossible if, for example, the command is not offered, the
// button is disabled, the thread is archived or the member is timed out. It then returns one of this package's errors:
// see [ErrNotThere].
//
// Actions do not wait for the bot to be ready. Members see a bot's message as soon as the server has stored it, and may
// press its buttons at once. As on Discord, a press can reach the bot before its library has read the response to the
// request that sent the message.
//
// The server checks a bot's requests as Discord does. It refuses an invalid request with Discord's status, code and
// error body, at the path of the wrong field. A refused response to an interaction does not count as a response: after
// three seconds the user's action returns [ErrFailed], which names the refusal. [WithLogger] logs each refusal at once.
//
// # Time
//
// The package uses the standard library's clock. In a testing/synctest bubble, with the in-memory transport of
// StartInMemory, the three seconds of an interaction and the fifteen minutes of its token pass without waiting.
//
// # Limits and faults
//
// Requests are rate-limited as on Discord: per route, and over all routes of an application. An address whose requests
// are refused too often is banned.
//
// [Application.Inject] injects a fault into the gateway's connections, into events in flight, or into requests and
// their answers. [fault.Fault.Effect] returns the reaction that Discord's documentation asks of the client, and
// [fault.Injection.Outcome] the client's reaction so far. [Faults] lists the faults that a bot should survive,
// [FatalFaults] those that must end it. [DrawFaults] makes a long random sequence of faults from a seed.
//
// # What is kept
//
// A Server may run for days. It keeps the newest 10,000 messages of each channel (WithMessageLimit), 64 MiB of files,
// and the interactions of the last fifteen minutes, a million at most. For each gateway session it keeps the last
// thousand events, until three minutes after the connection was lost. Channels, users and guilds are never dropped.
//
// # Where Discord's documentation is silent
//
// This package makes the following choices. Of several possible choices it prefers the strictest. Of two numbers such
// as 403 and 40333, the first is the HTTP status and the second the code in Discord's error body. Form errors are
// answered with 400 and 50035.
//
//   - Lengths count code points. Leading and trailing space is removed from the content of
//     messages; other text is kept unchanged.
//   - API versions other than 9 and 10 are refused, including those that Discord still serves: 6
//     to 8, and addresses without a version, which Discord treats as 6. Requests without a user
//     agent or with that of a browser are refused with 403 and 40333; all other user agents are
//     accepted.
//   - A second initial response is refused with 400 and 40060, an initial response after three
//     seconds with 404 and 10062. A webhook request before the initial response is refused with
//     404 and 10015, after fifteen minutes with 401 and 50027.
//   - Fields that have no effect here are still validated. In a list whose elements must differ,
//     the second of two equal elements is refused.
//   - A callback type that does not fit the interaction is a form error at "type". Message flags
//     that a bot may not set are ignored. The flag of Components V2 stays set even if an edit
//     leaves it out.
//   - The fields of a modal's input may contradict each other: a preset text longer than its own
//     maximum, a radio group with two options selected by default, or line breaks in a short
//     input. The input is then refused with COMPONENT_VALIDATION_FAILED at the component.
//     Discord is known to use this code for some of these cases. Radio groups, checkbox groups
//     and file uploads have the same errors as menus. A file type is one of Discord's groups,
//     such as "image", or begins with a dot.
//   - A modal has 1 to 5 components, as in Discord's reference. Discord's OpenAPI document says
//     40.
//   - An embed that has only a colour, a time or an address is dropped, because it shows
//     nothing. A message that had nothing else is refused as empty, with code 50006. A footer
//     without a text is dropped, too.
//   - An edit cannot add a poll to a message that has none: this is a form error, unless the
//     message is a deferred answer.
//   - A button needs a label or an emoji. The emoji is a Unicode emoji or one of the
//     application's own. Fields that a button must not have may be null, but not empty. A map of
//     localisations may be null, but a single localisation may not.
//   - Contexts and integration types of a guild's command are validated and ignored. Commands of
//     the primary entry point type are refused. A bulk overwrite that does not change a command
//     keeps the command's version.
//   - Lists of commands hold the texts of the locale in X-Discord-Locale, or of en-US without
//     that header.
//   - The names of an application's emojis are unique. The format of an emoji's picture is read
//     from its first bytes, not from the label of its data URI. Custom emojis in texts are kept
//     as they are written. [WithEmojiLimit] sets how many emojis may be created in an hour.
//   - Files and the pictures of emojis are served under the paths that they have on Discord's
//     CDN, /attachments/CHANNEL/ID/NAME and /emojis/ID.webp, exactly as they were uploaded.
//     Addresses of files begin with this server's host, or with those of Discord's CDN if
//     [WithDiscordCDN] is set. They are signed and expire after 23 to 24 hours; Discord
//     documents that they expire, but not when. A request for an address that is invalid or has
//     expired is answered with 404.
//   - Files are renamed as Werkzeug's secure_filename does, which gives the same names as
//     Discord. If the name changes, the title keeps the original name without its extension. A
//     name that would lose more than accents, spaces and ASCII punctuation becomes a hash, where
//     Discord uses a random name. Names in attachment:// addresses are changed in the same way.
//   - A message with the flag of voice messages must consist of one audio file with its length
//     and waveform. Otherwise it is refused with 50159, 50160 or 50161, and with 50173 where the
//     bot may not send voice messages. Edits ignore the flag.
//   - In an embed, an attachment:// address that names a file of the message is replaced with
//     the file's address. If the message has no such file, the address stays unchanged in an
//     embed and is refused in a component.
//   - If several embeds have the same address, only the first is kept.
//   - As on Discord, the attachments that bots receive do not include files that an embed or a
//     component shows. A [Client] finds all files of a message. A file counts as shown if its
//     address is in an embed or a component.
//   - An uploaded file that is missing from the request's list of attachments is added at the
//     end of that list.
//   - Edits send no notifications. This includes the edit that fills a deferred message.
//   - Answers to components and follow-ups are replies (type 19). The answer to a modal that a
//     command opened has type 0.
//   - A bot needs no permission to answer an interaction. In an archived thread it can edit
//     nothing, and a new message from the bot unarchives the thread. If the bot is not a member
//     of the guild, app_permissions are the few that it would have in direct messages between
//     other users.
//   - Age-restricted commands are offered in age-restricted channels and their threads. They are
//     also offered in direct messages with the bot, to users who have allowed that
//     ([User.AllowNSFWCommands]). All users count as adults. A guild cannot be age-restricted as
//     a whole.
//   - Members need permission to use commands, but none to press the components that they see.
//     During a timeout they can use neither. In an archived thread they cannot use commands; they
//     can press components unless it is locked as well, but no message is edited there.
//   - Mentions of roles and of everyone need the bot's permission, even in answers to
//     interactions.
//   - A private thread is visible to its members and to users who manage threads. The
//     permissions in an interaction do not tell whether a user sees the thread. In any thread, a
//     mention adds the mentioned users that it notifies, if the author may add others. This
//     holds for edits, too. Mentions of roles and of everyone add nobody. A bot that answers an
//     interaction in a private thread does not become a member. No message announces new members
//     of a thread. Members who leave the guild leave its threads.
//   - Writing in a locked thread is refused with 403 and 160005; if the thread is archived as
//     well, with 400 and 50083.
//   - A ban for invalid requests lasts an hour.
//   - An emoji with a variation selector and the same emoji without one count as the same
//     reaction. Removing a reaction that does not exist is no error.
//   - In a request for some of a channel's messages, the parameter "around" takes precedence
//     over "before" and "after". A forward of a forward or of a poll is refused with 50068.
//   - A role that a bot creates is placed right above @everyone.
//   - A bot's own managed role is placed above all roles that exist when the bot is installed,
//     as if somebody had moved it there. Requests that assign or remove it are refused with
//     50013.
//   - All members count as present in presence counts, and have the status "online" in presences.
//     A bot's own presence is validated and shown to nobody.
//   - A bot learns from GUILD_CREATE that it has joined a guild. It gets no GUILD_MEMBER_ADD
//     about itself.
//   - A gateway request for members closes the connection with code 4002 if it lacks guild_id, lacks
//     both user_ids and query, or has a query without a limit. Requests for all members without
//     the intent are not answered, nor are requests for guilds that the bot or its shard is not
//     in; the log then has a warning. user_ids take precedence over query. A request by ids
//     finds at most 100 members. A query matches usernames only. A large_threshold outside 50 to
//     250 is set to the nearest bound.
//   - All sessions of an application together may request all members of a guild once in 30
//     seconds.
//   - After a privileged intent is switched off, running sessions keep it, but the REST API
//     withholds its data at once. The application's flags show the intents as for an application
//     in fewer than 100 guilds.
//   - The message with the result of a poll has the same author as the poll, and unarchives an
//     archived thread. The end of a poll that only one user sees is not announced.
//   - The sizes of the routes' rate limits are this package's choice: Discord does not publish
//     them.
//
// # What Discord does and this package does not
//
//   - People can write messages ([Client.Say], with files [Client.SayWith]), react
//     ([Client.React]), vote ([Client.Vote]), type ([Client.StartTyping]), join ([User.Join])
//     and leave ([Guild.Remove]). They cannot edit, reply, pin, speak or search. Messages with
//     stickers are refused.
//   - Guilds have only text channels and threads. There are no categories, voice, announcement
//     or forum channels. Threads are not archived automatically. Nothing is crossposted. Bots
//     cannot change the settings of a guild, and nobody is banned.
//   - There are no entitlements, purchased premium buttons, entry point commands, or permissions
//     of commands that an administrator sets in the client.
//   - Guilds have no custom emojis, stickers, sounds, events, templates, integrations, auto
//     moderation or audit log. There are no lobbies and no OAuth2. There is no slow mode, which
//     on Discord limits members but not bots.
//   - Pictures on other servers are not downloaded, so they have no width, and a link in a text
//     makes no embed. Only the header of PNG, JPEG, GIF and WebP files is read. Files that
//     members attach have the content that [File] gives them. Avatars have a hash and no
//     picture.
//   - Presences never change, so PRESENCE_UPDATE is not sent. A bot that joins a voice channel
//     (Update Voice State, opcode 4) gets a VOICE_STATE_UPDATE that says it is in no channel,
//     and the log warns once that there is no voice server. Requests for the sounds of a guild get an empty list.
//   - Guilds never become unavailable by themselves. The encoding ETF (Erlang's External Term Format)
//     is not supported: a connection that asks for it is closed with code 4002.
//
// Requests for parts of Discord's API that this package lacks are answered with 400 and an explanation. The first
// request for each part is logged as a warning ([WithLogger]). Requests for routes that do not exist on Discord either
// are answered with 404 or 405.
//
// # How it is built
//
// This package is the front. It has handles such as [Guild] and [Channel], which build and inspect a world, the actors
// [Client] and [Player], and the server that listens. Each of the packages behind it has one task. A package may import
// only packages above it in this list:
//
//   - [noughts/bot/discordtest/object] has Discord's objects as the API sends them, permissions,
//     intents, and the records that observers receive. [noughts/bot/discordtest/fault] has the
//     faults. Both packages are public, because their types are part of this package under other
//     names.
//   - internal/network has connections in memory.
//   - internal/form parses a request's body into a tree of fields and collects the errors of
//     each field; internal/validate reads objects from the tree and refuses invalid ones as
//     Discord does. Neither imports internal/world.
//   - internal/world has the state: applications, guilds, channels, users and messages. One lock
//     guards it. Bots are told of a change after that lock is released.
//   - internal/gateway has connections and sessions, under a lock of its own.
//   - internal/interaction delivers interactions to applications, over the gateway or over HTTP,
//     and returns their answers.
//   - internal/rest serves the REST API, with its rate limits and faults.
//   - internal/driver has the actions of people: the methods of [Client] call it.
//
// A request goes from the server to rest. There form and validate read it, and rest changes the world under the world's
// lock and answers; the world then tells the gateway. A press goes from a Client to the driver, which turns it into an
// interaction. The driver then waits at interaction's Desk for the request that answers the interaction.
package discordtest
