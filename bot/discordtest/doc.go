// Package discordtest is a Discord in a box: an in-process server that speaks
// Discord's REST API (v9 and v10) and gateway strictly enough that client
// libraries cannot tell, and a driver that acts as members do: they use
// commands, press buttons, choose from menus, fill in forms, and see what
// Discord would show them and nothing else. It knows nothing of the bots that
// run on it.
//
// # The world
//
// Most tests begin with [New], which has a guild, a channel and an application
// ready; [World.Member] brings in somebody who uses it.
//
// [NewServer] makes an empty Discord. [Server.NewApplication] makes a bot's
// account, [Server.NewGuild] and [Guild.NewChannel] a place, [Server.NewUser] a
// person; [Guild.Add] and [Guild.Install] bring them together. There are threads
// ([Channel.NewThread], [Channel.NewPrivateThread]), direct messages ([Server.DirectMessage]), group messages
// ([Server.GroupMessage]) and applications that a user takes along
// ([Application.InstallFor]).
//
// In a new guild everybody, bots included, may do what plain members usually may.
// [Guild.Install] gives a bot more, as the link that invites it does. Roles
// ([Guild.NewRole], [Guild.Give]), overwrites ([Channel.Overwrite]), timeouts
// ([Guild.TimeOut]) and an owner ([Guild.SetOwner]) change that, for bots, too.
//
// [Server.Start] serves on the loopback interface; [Server.StartInMemory] needs
// no network. A bot joins with its token: where its library lets the base
// address be set it is [Server.URL], elsewhere [Server.HTTPClient] and
// [Server.DialContext] lead any request here. It may call itself what it likes,
// as long as that is something and no browser's name. A bot that takes its
// interactions by HTTP gives its address to [Application.SetInteractionsURL].
//
// A new application has no privileged intents, as on Discord: it is refused what
// takes them, and what others write is kept from it. [Application.AllowIntents]
// switches them on.
//
// # Acting
//
// A [Client] is a user looking at a channel, and returns errors. A [Player] wraps it for tests that
// read like stories, and fails them. An impossible action, because a command is not offered, a
// button disabled, a thread archived or a member silenced, returns an error of this package's: see
// [ErrNotThere].
//
// Actions do not wait for the bot to be ready. Members see a bot's messages as soon as this Discord
// has them, and may press at once: before the bot's library has read the reply to its request, as
// on Discord.
//
// A bot's requests are checked as Discord checks them, and refused with Discord's status, code and
// error body, at the path of the wrong field. A refused answer is no answer: after three seconds
// the user sees [ErrFailed], which names the refusal. [WithLogger] logs each refusal when it
// happens.
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
// with events on their way, or with requests and their answers. [fault.Fault.Effect]
// says what Discord's documentation asks of the client then, and
// [fault.Injection.Outcome] what the client did. [Faults] lists what a bot should
// survive, [FatalFaults] what must end it, and [DrawFaults] makes a long run of
// them from a seed.
//
// # What is kept
//
// A Server may run for days: it keeps the newest 10,000 messages of each channel
// (WithMessageLimit), 64 MiB of files, the interactions of the last fifteen
// minutes, of a million at most, and for each gateway session its last thousand
// events for three minutes after its connection. Channels, users and guilds stay.
//
// # Where Discord's documentation is silent
//
// The choices made here, all on the strict side where there is one:
//
//   - Lengths count code points. Content loses the space around it; other text
//     is kept as it is.
//   - API versions but 9 and 10 are refused, also those that Discord still
//     serves: 6 to 8, and 6 where an address names none. A missing user agent and
//     those of browsers are refused with 403 and 40333; all others are taken.
//   - A second initial response is HTTP 400 with 40060; one after three seconds
//     404 with 10062; a webhook before the initial response 404 with 10015, after
//     fifteen minutes 401 with 50027.
//   - Fields that change nothing here are checked all the same. In a set, the
//     second of two elements that are the same is refused.
//   - A callback type that does not fit the interaction is a form error at "type".
//     Message flags that a bot may not set are ignored, and so is an edit that
//     leaves out the flag of Components V2: it stays.
//   - What makes no sense together in an input of a modal, such as a text longer
//     than it may be, two options of a radio group chosen at first or lines in a
//     short input, is COMPONENT_VALIDATION_FAILED at the component, which is known
//     of some. Groups and file uploads have the errors of menus. A file type is one
//     of Discord's groups or begins with a dot.
//   - A modal has 1 to 5 components, as Discord's reference says, not the 40 of
//     its OpenAPI document.
//   - An embed with nothing to show but a color, a time or an address is dropped:
//     alone it is an empty message, 50006. A footer without a text is dropped, too.
//   - A poll in an edit of a message that has none is a form error, unless the
//     message is a deferred answer.
//   - A button needs a label or an emoji; an emoji is one of Unicode's or one of
//     the application's own. Fields that a button must not have may be null, not
//     empty, and so may localisations as a whole, not single ones.
//   - Contexts and integration types of a guild's command are checked and
//     ignored. Commands of the primary entry point type are refused. A bulk
//     overwrite that changes nothing of a command keeps its version.
//   - Lists of commands hold the texts of the locale in X-Discord-Locale, en-US
//     without one.
//   - An application's emojis have different names. What picture one has, its
//     first bytes say, not the label of its data. Custom emojis in texts are
//     kept as they are written. How many may be created in a time is up to
//     [WithEmojiLimit].
//   - Files and pictures of emojis are served under the paths that they have on
//     Discord's CDN, /attachments/CHANNEL/ID/NAME and /emojis/ID.webp, as they were
//     uploaded. Addresses of files are those of this server ([WithDiscordCDN]), are
//     signed, and work for 23 to 24 hours. Discord says that they expire, not when;
//     one that does not work is a 404.
//   - Files have the names that Werkzeug's secure_filename makes, as Discord's do, and
//     a title where that is another. A name that loses letters so, not only accents,
//     becomes a hash, where Discord has something random. An attachment:// address is
//     treated alike.
//   - The flag of voice messages is refused with 50159, 50160 and 50161 unless there is
//     one audio file with its length and waveform and nothing else, and with 50173
//     where the bot may not send such messages. Edits ignore it.
//   - An embed that shows a file of its message by an attachment:// address has the
//     file's address in its place. An attachment:// address that names no
//     such file stays as it is in embeds; in components it is refused.
//   - Of embeds with the same address only the first is kept.
//   - Files that an embed or a component shows are not in the list of attachments
//     that bots get, as Discord has it; drivers find all files there. They are
//     known by their addresses.
//   - A file that a request brings and its list of attachments does not name is
//     added after those that it does.
//   - Edits notify nobody, nor does the edit that fills a deferred message.
//   - Answers to components and follow-ups are replies (type 19); the answer to a
//     modal that a command opened has type 0.
//   - A bot needs no permission to answer an interaction, but in an archived thread
//     it can edit nothing; what it sends there wakes the thread. Where it is not a
//     member, app_permissions are those of direct messages with somebody else.
//   - Age-restricted commands are offered in age-restricted channels and their
//     threads, and in direct messages with the bot to users who have allowed it
//     ([User.AllowNSFWCommands]). Everybody is old enough. That a guild is
//     age-restricted as a whole does not exist here.
//   - Members need permission for commands, but none to press what they see; in an
//     archived thread and in a timeout they can use nothing.
//   - Mentions of roles and of everyone need the bot's permission, in answers to
//     interactions, too.
//   - A private thread is seen by its members and by those who manage threads. The
//     permissions that interactions state do not say who that is. A mention in a
//     thread adds whom it notifies, in an edit, too, if the author may add others;
//     mentions of roles and of everyone add nobody. A bot that answers an interaction
//     in a private thread is not added by that. No message tells of who was added.
//     Members who leave the guild leave its threads.
//   - A locked thread answers 403 with 160005, one that is archived as well 400
//     with 50083.
//   - A ban for invalid requests lasts an hour.
//   - Reactions are the same whether their emoji asks for its colorful picture or
//     not. Taking one away that is not there is no error.
//   - Of the ids of a page of messages around wins over before and after. A forward
//     of a forward and one of a poll are refused with 50068.
//   - Roles that a bot makes stand right above @everyone.
//   - The role of a bot's own stands above those that there are when it comes, as if
//     somebody had moved it there. It is neither given nor taken: 50013.
//   - Everybody counts as present where presences are counted, and is online
//     where they are told. How a bot wants to appear is checked and seen nowhere.
//   - A bot is not told of its own joining by GUILD_MEMBER_ADD, but by
//     GUILD_CREATE.
//   - Who asks the gateway for members without guild_id, without user_ids and
//     query, or with a query and no limit is closed with 4002. Nothing answers to
//     requests for all members without the intent, and to those of guilds that
//     the bot or its shard does not have; a line in the log says so. User ids win
//     over a query, ids find at most 100 members, and a query finds usernames. A
//     large_threshold outside 50 to 250 is brought inside.
//   - All members of a guild may be requested once in 30 seconds by all sessions
//     of an application together.
//   - A privileged intent that is switched off leaves sessions what they have, and
//     takes away at once what REST gives. Flags show the switches as those of an
//     application in fewer than 100 guilds.
//   - The message that tells how a poll has ended is of the poll's author. It wakes
//     an archived thread. A poll that only one user sees has none.
//   - The sizes of the routes' rate limits are this package's: Discord does not
//     publish its own.
//
// # What Discord does and this package does not
//
//   - People write messages ([Client.Say], with files [Client.SayWith]), react
//     ([Client.React]), vote ([Client.Vote]), type ([Client.StartTyping]), join
//     ([User.Join]) and leave ([Guild.Remove]): no edits, replies, pins, voice or
//     search of theirs. Messages have no stickers: they are refused.
//   - Guilds have text channels and threads only: no categories, voice,
//     announcement or forum channels, and no thread is archived by age. Nothing is crossposted. Guilds cannot be changed by bots, and nobody is
//     banned.
//   - No entitlements, premium buttons that somebody bought, entry point commands,
//     or permissions of commands that an administrator sets in the client.
//   - No custom emojis, stickers, sounds, events, templates, integrations,
//     auto moderation or audit log of guilds, no lobbies, no OAuth2, and no slow mode,
//     which members meet and bots do not.
//   - Pictures elsewhere are not fetched, so they have no width, and a link in a text
//     makes no embed. Of files only the header of PNG, JPEG, GIF and WebP is read. What members attach has the content that [File] gives
//     it. Avatars have a hash and no picture.
//   - Nobody's presence changes, so PRESENCE_UPDATE is not sent. A bot
//     that joins voice, by op 4, is told by VOICE_STATE_UPDATE to be in no channel, and
//     the log warns once that there is no voice server. Guilds have no sounds, which is
//     what requests for them are told.
//   - Guilds never become unavailable by themselves; nothing is sent as ETF:
//     a connection that asks for it is closed with 4002.
//
// Requests for what Discord's API has and this package does not are answered with 400 and a
// sentence that says so, and the first of each is a warning in the log ([WithLogger]). Routes that
// Discord lacks, too, are 404 or 405.
//
// # How it is built
//
// This package is the front: handles such as [Guild] and [Channel], which make a world and look at
// it, [Client] and [Player], and the server that listens. Behind it each package has one idea, and
// imports run one way, in this order:
//
//   - [noughts/bot/discordtest/object] has Discord's objects as the API sends them,
//     permissions and intents, and what observers are told;
//     [noughts/bot/discordtest/fault] has what goes wrong. Both are public, as their
//     types are part of this package under names of its own.
//   - internal/network is connections in memory.
//   - internal/form takes a request's body as a tree of fields and gathers the errors
//     of each; internal/validate reads objects off it and refuses as Discord does. They
//     know nothing of the world.
//   - internal/world has the state: applications, guilds, channels, users, messages. One
//     lock guards it, and bots are told of a change when that is free again.
//   - internal/gateway has connections and sessions, under a lock of its own.
//   - internal/interaction takes interactions to applications, over the gateway or by
//     HTTP, and hands back their answers.
//   - internal/rest serves the REST API, with its rate limits and faults.
//   - internal/driver is what people do: it is to a [Client] what the world is to a
//     [Guild].
//
// A request goes from the server to rest, which has form and validate read it, changes
// the world under its lock, and answers; the world then tells the gateway. A press goes from
// a Client to the driver, which makes an interaction of it, and waits at interaction's desk
// for the request that answers it.
package discordtest
