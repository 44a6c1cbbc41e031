// A bot written with discord.js, for the test playFeatures of the package noughts/bot/discordtest/clients: it does what
// bots do besides answering commands. Each step is a function that uses the library and returns what the library
// reports.

import { Client, ContextMenuCommandBuilder, ApplicationCommandType, Events, GatewayIntentBits, SlashCommandBuilder } from 'discord.js';
import * as account from './account.mjs';
import * as emulator from './emulator.mjs';
import * as forms from './forms.mjs';
import * as guild from './guild.mjs';
import * as messages from './messages.mjs';
import * as threads from './threads.mjs';

const { DISCORD_API_URL, DISCORD_TOKEN } = process.env;
const Intents = GatewayIntentBits;

const client = new Client({
  intents: [
    Intents.Guilds, Intents.GuildMessages, Intents.GuildMessageReactions, Intents.GuildMessageTyping, Intents.GuildMessagePolls,
    Intents.GuildInvites, Intents.GuildWebhooks, Intents.DirectMessages,
  ],
  rest: { api: `${DISCORD_API_URL}/api` },
});

const steps = { ...account.steps, ...emulator.steps, ...guild.steps, ...messages.steps, ...threads.steps };
const heard = []; // the events received since the last /heard

const commands = [
  new SlashCommandBuilder().setName('do').setDescription('Do a step').addStringOption((o) =>
    o.setName('step').setDescription('Which one').setRequired(true)),
  new SlashCommandBuilder().setName('heard').setDescription('Tell what has happened'),
  new SlashCommandBuilder().setName('choose').setDescription('Show all menus'),
  new SlashCommandBuilder().setName('ask').setDescription('Show a form'),
  new SlashCommandBuilder().setName('apply').setDescription('Show another form'),
  new ContextMenuCommandBuilder().setName('Quote').setType(ApplicationCommandType.Message),
];

const onCommand = {
  async do(i) {
    await i.deferReply();
    try {
      await i.editReply(String(await steps[i.options.getString('step')](i)));
    } catch (err) {
      await i.editReply(`failed: ${err.message}`);
    }
  },
  heard: (i) => i.reply(heard.splice(0).join('\n') || 'nothing'),
  choose: (i) => i.reply(forms.menus()),
  ask: (i) => i.showModal(forms.modal()),
  apply: (i) => i.showModal(forms.application()),
  Quote: (i) => i.reply({ content: `${i.targetMessage.author.username}: ${i.targetMessage.content}`, allowedMentions: { parse: [] } }),
};

client.on(Events.InteractionCreate, async (i) => {
  try {
    if (i.isCommand()) await onCommand[i.commandName](i);
    else if (i.isModalSubmit()) await i.reply(await forms.submitted(i));
    else await i.reply(forms.chosen(i));
  } catch (err) {
    console.error('not answered:', err);
  }
});

const tell = (event, describe) => client.on(event, (...args) => heard.push(`${event} ${describe(...args)}`));
tell(Events.MessageReactionAdd, (reaction, user) => `${reaction.emoji.name} ${user.id}`);
tell(Events.MessageReactionRemove, (reaction, user) => `${reaction.emoji.name} ${user.id}`);
tell(Events.MessageReactionRemoveAll, () => 'all');
tell(Events.MessageReactionRemoveEmoji, (reaction) => reaction.emoji.name);
tell(Events.MessagePollVoteAdd, (answer, user) => `${answer.id} ${user}`);
tell(Events.MessagePollVoteRemove, (answer, user) => `${answer.id} ${user}`);
tell(Events.TypingStart, (typing) => typing.user.username);
tell(Events.ChannelPinsUpdate, (channel) => channel.name);
tell(Events.ChannelCreate, (channel) => channel.name);
tell(Events.ChannelUpdate, (before, after) => after.topic);
tell(Events.ThreadCreate, (thread) => thread.name);
tell(Events.ThreadUpdate, (before, after) => `${after.name} ${after.archived ? 'archived' : 'open'}`);
tell(Events.GuildRoleCreate, (role) => role.name);
tell(Events.GuildRoleUpdate, (before, after) => `${before.name} to ${after.name}`);
tell(Events.GuildRoleDelete, (role) => role.name);
tell(Events.InviteCreate, (invite) => invite.channel.name);
tell(Events.InviteDelete, (invite) => invite.channel.name);
tell(Events.WebhooksUpdate, (channel) => channel.name);
// If the bot itself deletes a thread, discord.js emits either of these events.
for (const event of [Events.ChannelDelete, Events.ThreadDelete]) client.on(event, (channel) => heard.push(`deleted ${channel.name}`));

client.once(Events.ClientReady, () => client.application.commands.set(commands));
client.on(Events.Error, (err) => console.error('error:', err));
if (process.env.DEBUG) client.rest.on('restDebug', (text) => console.error(text));

// The test ends the bot by closing its standard input.
process.stdin.resume().on('end', async () => {
  await client.destroy();
  process.exit(0);
});

await client.login(DISCORD_TOKEN);
