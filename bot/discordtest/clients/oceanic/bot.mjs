// A bot written with oceanic.js. Only the base address of the API differs from that of a bot on the real Discord.
// The bot plays the story of the package noughts/bot/discordtest/clients.

import {
  ApplicationCommandOptionTypes as OptionTypes, ApplicationCommandTypes, ButtonStyles, Client, ComponentTypes, Intents,
  InteractionTypes, MessageFlags, TextInputStyles,
} from 'oceanic.js';
import * as game from './game.mjs';

const { DISCORD_API_URL, DISCORD_TOKEN } = process.env;

const client = new Client({
  auth: `Bot ${DISCORD_TOKEN}`,
  gateway: { intents: Intents.GUILDS },
  rest: { baseURL: `${DISCORD_API_URL}/api/v10` },
});

// slash returns a slash command with options.
const slash = (name, description, ...options) => ({ type: ApplicationCommandTypes.CHAT_INPUT, name, description, options });

const commands = [
  slash('ping', 'Answer'),
  slash('guilds', 'Count the guilds'),
  slash('pick', 'Pick a fruit',
    { type: OptionTypes.STRING, name: 'fruit', description: 'Which one', required: true, autocomplete: true }),
  slash('bans', 'Ask for what this Discord does not have'),
  { type: ApplicationCommandTypes.USER, name: 'Greet' },
  slash('slow', 'Take time', { type: OptionTypes.BOOLEAN, name: 'private', description: 'Answer privately' }),
  slash('follow', 'Follow up'),
  slash('form', 'Show a form'),
  slash('menu', 'Show buttons and a menu'),
  slash('say', 'Write to the channel', { type: OptionTypes.INTEGER, name: 'times', description: 'How often', required: true }),
  game.command,
];

const fruits = ['apple', 'apricot', 'plum'];

// form returns a modal with text inputs. Only the first input is required.
function form(customID, ...inputs) {
  return {
    customID, title: 'About you',
    components: inputs.map((label, i) => ({
      type: ComponentTypes.LABEL, label,
      component: { type: ComponentTypes.TEXT_INPUT, customID: label, style: TextInputStyles.SHORT, required: i === 0 },
    })),
  };
}

// panel returns the message of /menu, in Components V2.
function panel(content, counted = 0) {
  const button = (customID, label, style, emoji) => ({ type: ComponentTypes.BUTTON, customID, label, style, emoji });
  return {
    flags: MessageFlags.IS_COMPONENTS_V2,
    components: [{
      type: ComponentTypes.CONTAINER,
      components: [
        { type: ComponentTypes.TEXT_DISPLAY, content },
        { type: ComponentTypes.ACTION_ROW, components: [
          button(`count/${counted + 1}`, 'Count', ButtonStyles.PRIMARY),
          button('later', 'Later', ButtonStyles.SECONDARY),
          button('menu-form', 'Form', ButtonStyles.SUCCESS, { id: null, name: '📝' }),
        ] },
        { type: ComponentTypes.ACTION_ROW, components: [{
          type: ComponentTypes.STRING_SELECT, customID: 'colour', placeholder: 'A colour', options: [
            { label: 'Red', value: 'red' }, { label: 'Green', value: 'green' }, { label: 'Blue', value: 'blue' },
          ] }] },
      ],
    }],
  };
}

const onCommand = {
  ping: (i) => i.createMessage({ content: 'pong' }),
  guilds: (i) => i.createMessage({ content: `${client.guilds.size} guilds` }),
  pick: (i) => i.createMessage({ content: `You picked ${i.data.options.getString('fruit', true)}` }),
  async bans(i) {
    const content = await client.rest.guilds.getBans(i.guildID).then(() => 'none', (err) => err.message);
    await i.createMessage({ content });
  },
  Greet: (i) => i.createMessage({ content: `Hello, ${i.data.target.username}` }),
  async slow(i) {
    await i.defer(i.data.options.getBoolean('private') ? MessageFlags.EPHEMERAL : undefined);
    await i.editOriginal({ content: 'Done' });
  },
  async follow(i) {
    await i.createMessage({ content: 'First' });
    const second = await i.createFollowup({ content: 'Second' });
    await i.createFollowup({ content: 'Third', flags: MessageFlags.EPHEMERAL });
    await i.editFollowup(second.message.id, { content: 'Second, edited' });
    await i.deleteOriginal();
  },
  form: (i) => i.createModal(form('form', 'name', 'hobby')),
  menu: (i) => i.createMessage(panel('Nothing yet')),
  async say(i) {
    await i.defer(MessageFlags.EPHEMERAL);
    const times = i.data.options.getInteger('times', true);
    for (let n = 1; n <= times; n++) {
      await client.rest.channels.createMessage(i.channelID, { content: String(n) });
    }
    await i.editOriginal({ content: `Said ${times}` });
  },
  game: game.start,
};

const onComponent = {
  cell: game.move,
  count: (i, n) => i.editParent(panel(`Counted ${n}`, Number(n))),
  async later(i) {
    await i.deferUpdate();
    await i.editOriginal(panel('Later'));
  },
  'menu-form': (i) => i.createModal(form('menu-form', 'name')),
  colour: (i) => i.editParent(panel(`Chose ${i.data.values.getStrings().join(', ')}`)),
};

const onModal = {
  form: (i) => i.createMessage({
    content: `${i.data.components.getTextInput('name', true)} likes ${i.data.components.getTextInput('hobby') || 'nothing'}`,
  }),
  'menu-form': (i) => i.editParent(panel(`Form by ${i.data.components.getTextInput('name', true)}`)),
};

// answer calls the handler of an interaction.
function answer(i) {
  switch (i.type) {
    case InteractionTypes.APPLICATION_COMMAND:
      return onCommand[i.data.name](i);
    case InteractionTypes.APPLICATION_COMMAND_AUTOCOMPLETE: {
      const offered = fruits.filter((name) => name.startsWith(i.data.options.getFocused(true).value));
      return i.result(offered.map((name) => ({ name, value: name })));
    }
  }
  const [name, ...rest] = i.data.customID.split('/');
  return (i.type === InteractionTypes.MODAL_SUBMIT ? onModal : onComponent)[name](i, ...rest);
}

client.on('interactionCreate', async (i) => {
  try {
    await answer(i);
  } catch (err) {
    console.error('not answered:', err);
  }
});
client.once('ready', () => client.application.bulkEditGlobalCommands(commands));
client.on('error', (err) => console.error('error:', err));
if (process.env.DEBUG) {
  client.on('debug', (text) => console.error(text));
}

// The test ends the bot by closing its standard input.
process.stdin.resume().on('end', () => {
  client.disconnect(false);
  process.exit(0);
});

await client.connect();
