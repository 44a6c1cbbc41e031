// What a bot does with a guild's members, roles, channels, webhooks and invites.

import { PermissionFlagsBits, WebhookClient } from 'discord.js';

let role, channel, webhook, message;
const names = (things) => things.map((t) => t.name).sort().join(', ');

export const steps = {
  async members({ guild }) {
    const listed = await guild.members.list({ limit: 10 });
    const found = await guild.members.search({ query: 'ali' });
    const one = await guild.members.fetch({ user: found.first().id, force: true });
    return `${listed.map((m) => m.user.username).sort().join(', ')}; found ${found.size}: ${one.displayName}`;
  },

  async nicknames({ guild, member }) {
    await guild.members.editMe({ nick: 'Referee' });
    await member.setNickname('Champion');
    const me = await guild.members.fetchMe({ force: true });
    return `${me.displayName}, ${(await member.fetch(true)).displayName}`;
  },

  async role({ guild, member }) {
    role = await guild.roles.create({ name: 'players', colors: { primaryColor: 0xff0000 }, mentionable: true, permissions: [] });
    await role.edit({ name: 'winners', permissions: [PermissionFlagsBits.ManageMessages] });
    await member.roles.add(role);
    return `${names((await guild.roles.fetch()).filter((r) => r.mentionable))}, ${(await member.fetch(true)).roles.cache.has(role.id)}`;
  },

  async unrole({ guild, member }) {
    await member.roles.remove(role);
    const had = (await member.fetch(true)).roles.cache.has(role.id);
    await role.delete();
    return `${had}, ${(await guild.roles.fetch()).has(role.id)}`;
  },

  async timeOut({ options, guild }) {
    const [bob] = (await guild.members.search({ query: 'bob' })).values();
    const silenced = await bob.timeout(60_000);
    const before = silenced.isCommunicationDisabled();
    const after = (await bob.timeout(null)).isCommunicationDisabled();
    return `${before}, ${after}`;
  },

  async channel({ guild, member }) {
    channel = await guild.channels.create({ name: 'arena', topic: 'Games', reason: 'to play' });
    await channel.setTopic('Games of today');
    await channel.permissionOverwrites.create(member, { SendMessages: false });
    return `${names((await guild.channels.fetch()))}; ${channel.topic}; ${channel.permissionsFor(member).has(PermissionFlagsBits.SendMessages)}`;
  },

  async removeChannel({ guild, member }) {
    await channel.permissionOverwrites.delete(member);
    await channel.delete();
    return names(await guild.channels.fetch());
  },

  async webhook({ channel, guild }) {
    webhook = await channel.createWebhook({ name: 'News' });
    message = await webhook.send({ content: 'First news', username: 'Herald' });
    await webhook.editMessage(message, 'Better news');
    return `${names(await channel.fetchWebhooks())}; ${names(await guild.fetchWebhooks())}; ${(await webhook.fetchMessage(message.id)).content}`;
  },

  async removeWebhook({ client }) {
    const own = new WebhookClient({ id: webhook.id, token: webhook.token }, { rest: client.options.rest });
    await own.deleteMessage(message.id);
    const { name } = await own.edit({ name: 'Old news' });
    await own.delete();
    return name;
  },

  async invite({ channel, guild, client }) {
    const invite = await channel.createInvite({ maxAge: 3600, maxUses: 2, unique: true });
    const fetched = await client.fetchInvite(invite.code);
    return `${fetched.guild.id === guild.id && (await guild.invites.fetch()).has(invite.code)} ${invite.code}`;
  },

  async uninvite({ guild }) {
    const invites = await guild.invites.fetch();
    const { uses } = invites.first();
    await invites.first().delete();
    return `used ${uses}, left ${(await guild.invites.fetch()).size}`;
  },
};
