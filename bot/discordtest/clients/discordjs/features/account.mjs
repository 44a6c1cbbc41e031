// What a bot does with its own account, and with people.

import { SlashCommandBuilder } from 'discord.js';

// A picture of one transparent pixel.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

export const steps = {
  async account({ client }) {
    const user = await client.user.edit({ username: 'umpire', avatar: pixel });
    const application = await client.application.edit({ description: 'Watches games', tags: ['games'] });
    return `${user.username}, ${user.avatar ? 'a picture' : 'no picture'}, ${application.description}, ${(await client.application.fetch()).tags}`;
  },

  async guilds({ client }) {
    return (await client.guilds.fetch()).map((g) => g.name).join(', ');
  },

  async emojis({ client }) {
    const { emojis } = client.application;
    const emoji = await emojis.create({ attachment: pixel, name: 'cross' });
    await emoji.edit({ name: 'nought' });
    const all = (await emojis.fetch()).map((e) => e.name);
    await emojis.delete(emoji);
    return `${all.join(', ')}; left ${(await emojis.fetch()).size}`;
  },

  async write({ user, client }) {
    const fetched = await client.users.fetch(user.id, { force: true });
    const dm = await fetched.createDM();
    await dm.send('A word in private');
    return fetched.username;
  },

  async commands({ guild }) {
    const command = await guild.commands.create(new SlashCommandBuilder().setName('local').setDescription('Here only'));
    await command.edit({ description: 'Only here' });
    const [fetched] = (await guild.commands.fetch({ cache: false })).values();
    await command.delete();
    return `${fetched.name}: ${fetched.description}; left ${(await guild.commands.fetch()).size}`;
  },
};
