// What a bot does with messages.

import { posix } from 'node:path';
import { AttachmentBuilder, EmbedBuilder } from 'discord.js';

let shown; // the message that the step "show" sends; the other steps use it

// names returns the names of users, sorted.
const names = (users) => [...users.values()].map((u) => u.username ?? u.user.username).sort().join(' ');

export const steps = {
  async show({ channel }) {
    const embed = new EmbedBuilder().setTitle('Board').setDescription('Of today').setColor(0x5865f2).setURL('https://example.com/board')
      .setAuthor({ name: 'Referee' }).addFields({ name: 'Turn', value: 'X', inline: true }).setImage('attachment://board.png')
      .setFooter({ text: 'Move 3' }).setTimestamp(0);
    const board = new AttachmentBuilder(Buffer.from('not a picture'), { name: 'board.png', description: 'A board' });
    const moves = new AttachmentBuilder(Buffer.from('1 5 9'), { name: 'moves.txt', description: 'The moves' });
    shown = await channel.send({ content: 'Look', embeds: [embed], files: [board, moves], nonce: '42', enforceNonce: true });
    const again = await channel.send({ content: 'Look', nonce: '42', enforceNonce: true });
    const files = shown.attachments.map((a) => a.description).join(' '); // without board.png: attachments do not include a file that an embed shows
    const { image, fields } = shown.embeds[0];
    const picture = posix.basename(new URL(image.url).pathname);
    return `${again.id === shown.id ? 'once' : 'twice'}, ${files}, ${picture}, ${fields[0].value}`;
  },

  async edit() {
    await shown.edit({ content: 'Look here', attachments: [], embeds: [] });
    const fetched = await shown.fetch(true);
    return `${fetched.content}, ${fetched.attachments.size} files, ${fetched.embeds.length} embeds, ${fetched.editedAt ? 'edited' : 'new'}`;
  },

  async reply({ channel }) {
    const reply = await shown.reply('An answer');
    const referred = await reply.fetchReference();
    await (await shown.forward(channel)).fetch();
    return referred.content;
  },

  async history({ channel }) {
    const before = await channel.messages.fetch({ before: shown.id, limit: 1 });
    const around = await channel.messages.fetch({ around: shown.id, limit: 3 });
    return `${before.size} before, ${around.has(shown.id) ? 'it' : 'not it'} around`;
  },

  async react() {
    await shown.react('👍');
    await shown.react('🎉');
    return 'reacted';
  },

  async reactions() {
    const message = await shown.fetch(true);
    const thumbs = message.reactions.resolve('👍');
    return `👍 ${thumbs.count}: ${names(await thumbs.users.fetch())}`;
  },

  async unreact({ user, client }) {
    const { reactions } = await shown.fetch(true);
    await reactions.resolve('🎉').users.remove(client.user);
    await reactions.resolve('👍').users.remove(user);
    return `left: ${(await shown.fetch(true)).reactions.cache.map((r) => `${r.emoji.name} ${r.count}`).join(', ')}`;
  },

  async clearReactions() {
    await shown.reactions.resolve('👍').remove();
    await shown.react('❌');
    await shown.reactions.removeAll();
    return `left: ${(await shown.fetch(true)).reactions.cache.size}`;
  },

  async pin({ channel }) {
    await shown.pin();
    const { items } = await channel.messages.fetchPins();
    return `pinned: ${items.map((pin) => pin.message.content).join(', ')}`;
  },

  async unpin({ channel }) {
    await shown.unpin();
    return `pinned: ${(await channel.messages.fetchPins()).items.length}`;
  },

  async bulk({ channel }) {
    const sent = [];
    for (const text of ['one', 'two', 'three']) sent.push(await channel.send(text));
    const deleted = await channel.bulkDelete(sent.slice(0, 2));
    await sent[2].delete();
    return `deleted ${deleted.size} and 1`;
  },

  async type({ channel }) {
    await channel.sendTyping();
    return 'typing';
  },

  async poll({ channel }) {
    shown = await channel.send({ poll: {
      question: { text: 'Who wins?' }, duration: 1, allowMultiselect: false,
      answers: [{ text: 'X', emoji: '❌' }, { text: 'O', emoji: '⭕' }],
    } });
    return `${shown.poll.answers.size} answers`;
  },

  async votes() {
    return `X: ${names(await shown.poll.answers.get(1).voters.fetch())}`;
  },

  async endPoll() {
    const { poll } = await shown.poll.end();
    return `${poll.resultsFinalized ? 'final' : 'open'}: ${poll.answers.map((a) => a.voteCount).join(' ')}`;
  },
};
