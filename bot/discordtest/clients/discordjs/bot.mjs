// A bot written with discord.js. Only the base address of the API differs from that of a bot on the real Discord.
// The bot plays the story of the package noughts/bot/discordtest/clients.

import {
  ActionRowBuilder, ApplicationCommandType, ButtonBuilder, ButtonStyle, Client, ContainerBuilder,
  ContextMenuCommandBuilder, Events, GatewayIntentBits, LabelBuilder, MessageFlags, ModalBuilder,
  SlashCommandBuilder, StringSelectMenuBuilder, TextDisplayBuilder, TextInputBuilder, TextInputStyle,
} from 'discord.js';

import * as game from './game.mjs';

const { DISCORD_API_URL, DISCORD_TOKEN } = process.env;

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  shards: process.env.SHARDS, // undefined for one shard, or "auto"
  rest: { api: `${DISCORD_API_URL}/api` },
});

const commands = [
  new SlashCommandBuilder().setName('ping').setDescription('Answer'),
  new SlashCommandBuilder().setName('guilds').setDescription('Count the guilds'),
  new SlashCommandBuilder().setName('pick').setDescription('Pick a fruit').addStringOption((o) =>
    o.setName('fruit').setDescription('Which one').setRequired(true).setAutocomplete(true)),
  new SlashCommandBuilder().setName('bans').setDescription('Ask for what this Discord does not have'),
  new ContextMenuCommandBuilder().setName('Greet').setType(ApplicationCommandType.User),
  new SlashCommandBuilder().setName('slow').setDescription('Take time').addBooleanOption((o) =>
    o.setName('private').setDescription('Answer privately')),
  new SlashCommandBuilder().setName('follow').setDescription('Follow up'),
  new SlashCommandBuilder().setName('form').setDescription('Show a form'),
  new SlashCommandBuilder().setName('menu').setDescription('Show buttons and a menu'),
  new SlashCommandBuilder().setName('say').setDescription('Write to the channel').addIntegerOption((o) =>
    o.setName('times').setDescription('How often').setRequired(true)),
  game.command,
];

const fruits = ['apple', 'apricot', 'plum'];

// form returns a modal with text inputs. Only the first input is required.
function form(customId, ...inputs) {
  const labels = inputs.map((name, i) => new LabelBuilder().setLabel(name).setTextInputComponent(
    new TextInputBuilder().setCustomId(name).setStyle(TextInputStyle.Short).setRequired(i === 0)));
  return new ModalBuilder().setCustomId(customId).setTitle('About you').addLabelComponents(...labels);
}

// panel returns the message of /menu, in Components V2.
function panel(text, counted = 0) {
  return {
    flags: MessageFlags.IsComponentsV2,
    components: [new ContainerBuilder()
      .addTextDisplayComponents(new TextDisplayBuilder().setContent(text))
      .addActionRowComponents(
        new ActionRowBuilder().addComponents(
          new ButtonBuilder().setCustomId(`count/${counted + 1}`).setLabel('Count').setStyle(ButtonStyle.Primary),
          new ButtonBuilder().setCustomId('later').setLabel('Later').setStyle(ButtonStyle.Secondary),
          new ButtonBuilder().setCustomId('menu-form').setLabel('Form').setEmoji('📝').setStyle(ButtonStyle.Success)),
        new ActionRowBuilder().addComponents(
          new StringSelectMenuBuilder().setCustomId('colour').setPlaceholder('A colour').addOptions(
            { label: 'Red', value: 'red' }, { label: 'Green', value: 'green' }, { label: 'Blue', value: 'blue' })))],
  };
}

const onCommand = {
  ping: (i) => i.reply('pong'),
  guilds: (i) => i.reply(`${client.guilds.cache.size} guilds`),
  pick: (i) => i.reply(`You picked ${i.options.getString('fruit')}`),
  async bans(i) {
    const failure = await i.guild.bans.fetch().then(() => 'none', (err) => err.message);
    await i.reply(failure);
  },
  Greet: (i) => i.reply(`Hello, ${i.targetUser.displayName}`),
  async slow(i) {
    await i.deferReply(i.options.getBoolean('private') ? { flags: MessageFlags.Ephemeral } : {});
    await i.editReply('Done');
  },
  async follow(i) {
    await i.reply('First');
    const second = await i.followUp('Second');
    await i.followUp({ content: 'Third', flags: MessageFlags.Ephemeral });
    await i.editReply({ message: second, content: 'Second, edited' });
    await i.deleteReply();
  },
  form: (i) => i.showModal(form('form', 'name', 'hobby')),
  game: game.start,
  menu: (i) => i.reply(panel('Nothing yet')),
  async say(i) {
    await i.deferReply({ flags: MessageFlags.Ephemeral });
    const times = i.options.getInteger('times');
    for (let n = 1; n <= times; n++) {
      await i.channel.send(String(n));
    }
    await i.editReply(`Said ${times}`);
  },
};

const onComponent = {
  cell: game.move,
  count: (i, n) => i.update(panel(`Counted ${n}`, Number(n))),
  async later(i) {
    await i.deferUpdate();
    await i.editReply(panel('Later'));
  },
  'menu-form': (i) => i.showModal(form('menu-form', 'name')),
  colour: (i) => i.update(panel(`Chose ${i.values.join(', ')}`)),
};

const onModal = {
  form: (i) => i.reply(`${i.fields.getTextInputValue('name')} likes ${i.fields.getTextInputValue('hobby') || 'nothing'}`),
  'menu-form': (i) => i.update(panel(`Form by ${i.fields.getTextInputValue('name')}`)),
};

// answer calls the handler of an interaction.
function answer(i) {
  if (i.isAutocomplete()) {
    const offered = fruits.filter((name) => name.startsWith(i.options.getFocused()));
    return i.respond(offered.map((name) => ({ name, value: name })));
  }
  if (i.isCommand()) return onCommand[i.commandName](i);
  const [name, ...rest] = i.customId.split('/');
  return (i.isModalSubmit() ? onModal : onComponent)[name](i, ...rest);
}

client.on(Events.InteractionCreate, async (i) => {
  try {
    await answer(i);
  } catch (err) {
    console.error('not answered:', err);
  }
});
client.once(Events.ClientReady, () => client.application.commands.set(commands));
client.on(Events.Error, (err) => console.error('error:', err));
if (process.env.DEBUG) {
  client.on(Events.Debug, (text) => console.error(text));
  client.rest.on('restDebug', (text) => console.error(text));
}

// The test ends the bot by closing its standard input.
process.stdin.resume().on('end', async () => {
  await client.destroy();
  process.exit(0);
});

await client.login(DISCORD_TOKEN);
