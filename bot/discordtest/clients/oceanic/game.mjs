// Tic-tac-toe on nine buttons. The games are kept in memory until the bot ends.

import { ApplicationCommandOptionTypes, ApplicationCommandTypes, ButtonStyles, ComponentTypes, MessageFlags } from 'oceanic.js';

const lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
const games = new Map(); // by the id of the interaction that began the game

export const command = {
  type: ApplicationCommandTypes.CHAT_INPUT, name: 'game', description: 'Play', options: [
    { type: ApplicationCommandOptionTypes.USER, name: 'opponent', description: 'Whom to play', required: true },
  ],
};

// show returns what a game's message shows.
function show({ id, cells, turn, result }) {
  const button = (n) => ({
    type: ComponentTypes.BUTTON, style: ButtonStyles.SECONDARY, customID: `cell/${id}/${n}`,
    label: cells[n] ?? String(n + 1), disabled: Boolean(cells[n] ?? result),
  });
  const row = (n) => ({ type: ComponentTypes.ACTION_ROW, components: [button(n), button(n + 1), button(n + 2)] });
  return { content: result ?? `${turn} to move`, components: [row(0), row(3), row(6)] };
}

export async function start(i) {
  const opponent = i.data.options.getUser('opponent', true);
  const game = { id: i.id, X: i.user.id, O: opponent.id, turn: 'X', cells: Array(9).fill(null) };
  games.set(game.id, game); // before the message exists, because a press may come at once
  await i.createMessage(show(game));
}

export async function move(i, id, n) {
  const game = games.get(id);
  const { turn, cells } = game;
  if (i.user.id !== game[turn]) return i.createMessage({ content: 'Not your turn', flags: MessageFlags.EPHEMERAL });
  cells[n] = turn;
  game.turn = turn === 'X' ? 'O' : 'X';
  if (lines.some((line) => [...line].every((m) => cells[m] === turn))) game.result = `${turn} has won`;
  else if (!cells.includes(null)) game.result = 'Nobody has won';
  await i.editParent(show(game));
  await i.client.rest.channels.createMessage(i.channelID, { content: `${turn} takes ${Number(n) + 1}` });
}
