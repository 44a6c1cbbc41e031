// What a bot does with threads.

const names = (threads) => threads.map((t) => t.name).sort().join(', ') || 'none';
let thread;

export const steps = {
  async openThread({ channel, user }) {
    thread = await channel.threads.create({ name: 'replay', autoArchiveDuration: 60, reason: 'to talk' });
    await thread.members.add(user);
    await thread.send('Let us talk');
    const members = await thread.members.fetch();
    return `${thread.name} of ${members.size}, active: ${names((await channel.threads.fetchActive()).threads)}`;
  },

  async threadOfMessage({ channel }) {
    const message = await channel.send('Something to talk about');
    const opened = await message.startThread({ name: 'about it' });
    await opened.delete();
    return `${opened.id === message.id ? 'its' : 'another'} id`;
  },

  async leaveThread({ user }) {
    await thread.members.remove(user);
    await thread.leave();
    await thread.join();
    return `members: ${(await thread.members.fetch()).size}`;
  },

  async archive({ channel }) {
    await thread.setName('replayed');
    await thread.setLocked(true);
    await thread.setArchived(true);
    return `archived: ${names((await channel.threads.fetchArchived()).threads)}`;
  },

  async reopen() {
    await thread.setArchived(false);
    await thread.setLocked(false);
    return thread.archived ? 'archived' : 'open';
  },

  async deleteThread({ channel }) {
    await thread.delete();
    return `active: ${names((await channel.threads.fetchActive()).threads)}`;
  },
};
