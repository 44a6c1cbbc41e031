// What a bot does with files and private threads.

import { Buffer } from 'node:buffer';
import { ChannelType } from 'discord.js';

// picture is a WebP picture of one pixel.
const picture = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export const steps = {
  async download({ channel }) {
    const name = 'hello (world).webp';
    const sent = await channel.send({ files: [{ attachment: picture, name }] });
    const file = (await sent.fetch(true)).attachments.first();
    const content = Buffer.from(await (await fetch(file.url)).arrayBuffer());
    const shown = await channel.send({ files: [{ attachment: picture, name }], embeds: [{ image: { url: 'attachment://hello_world.webp' } }] });
    const image = shown.embeds[0].image;
    return `${file.name}, ${file.title}, ${file.width}x${file.height}, ${content.equals(picture) ? 'as sent' : 'another'}; `
      + `${image.width}x${image.height}, ${(await fetch(image.url)).status}`;
  },

  async privateThread({ channel, user }) {
    const thread = await channel.threads.create({ name: 'for us', type: ChannelType.PrivateThread, invitable: false });
    await thread.send(`Come in, ${user}`);
    const members = await thread.members.fetch();
    await thread.setInvitable(true);
    await thread.setArchived(true);
    const archived = await channel.threads.fetchArchived({ type: 'private', fetchAll: true });
    return `${ChannelType[thread.type]}, ${members.has(user.id) ? 'with' : 'without'} the user, ${thread.invitable}, archived: ${archived.threads.map((t) => t.name)}`;
  },
};
