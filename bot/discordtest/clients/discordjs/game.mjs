// Tic-tac-toe on nine buttons. The games are kept in memory until the bot ends.

import { ActionRowBuilder, ButtonBuilder, ButtonStyle, MessageFlags, SlashCommandBuilder } from 'discord.js';

const lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
const games = new Map(); // by the id of the interaction that began the game

export const command = new SlashCommandBuilder().setName('game').setDescription('Play').addUserOption((o) =>
  o.setName('opponent').setDescription('Whom to play').setRequired(true));

// show returns what a game's message shows.
function show({ id, cells, turn, result }) {
  const button = (n) => new ButtonBuilder().setCustomId(`cell/${id}/${n}`).setLabel(cells[n] ?? String(n + 1))
    .setStyle(ButtonStyle.Secondary).setDisabled(Boolean(cells[n] ?? result));
  const row = (n) => new ActionRowBuilder().addComponents(button(n), button(n + 1), button(n + 2));
  return { content: result ?? `${turn} to move`, components: [row(0), row(3), row(6)] };
}

export async function start(i) {
  const game = { id: i.id, X: i.user.id, O: i.options.getUser('opponent').id, turn: 'X', cells: Array(9).fill(null) };
  games.set(game.id, game); // before the message exists, because a press may come at once
  await i.reply(show(game));
}

export async function move(i, id, n) {
  const game = games.get(id);
  const { turn, cells } = game;
  if (i.user.id !== game[turn]) return i.reply({ content: 'Not your turn', flags: MessageFlags.Ephemeral });
  cells[n] = turn;
  game.turn = turn === 'X' ? 'O' : 'X';
  if (lines.some((line) => [...line].every((m) => cells[m] === turn))) game.result = `${turn} has won`;
  else if (!cells.includes(null)) game.result = 'Nobody has won';
  await i.update(show(game));
  await i.channel.send(`${turn} takes ${Number(n) + 1}`);
}
