// A message in Components V2 with the menus that Discord fills, such as users, and two forms.

import {
  ActionRowBuilder, ButtonBuilder, ButtonStyle, ChannelSelectMenuBuilder, ContainerBuilder, LabelBuilder, MediaGalleryBuilder,
  MentionableSelectMenuBuilder, MessageFlags, ModalBuilder, RoleSelectMenuBuilder, SectionBuilder, SeparatorBuilder,
  StringSelectMenuBuilder, TextDisplayBuilder, TextInputBuilder, TextInputStyle, ThumbnailBuilder, UserSelectMenuBuilder,
} from 'discord.js';

const text = (content) => new TextDisplayBuilder().setContent(content);
const row = (component) => new ActionRowBuilder().addComponents(component);

// menus returns a message with each kind of menu that Discord fills, and with sections, separators and pictures.
export function menus() {
  return {
    flags: MessageFlags.IsComponentsV2,
    components: [
      new SectionBuilder().addTextDisplayComponents(text('Choose')).setButtonAccessory(
        new ButtonBuilder().setLabel('Rules').setStyle(ButtonStyle.Link).setURL('https://example.com/rules')),
      new ContainerBuilder().setAccentColor(0x57f287)
        .addSectionComponents(new SectionBuilder().addTextDisplayComponents(text('Whom and what'))
          .setThumbnailAccessory(new ThumbnailBuilder().setURL('https://example.com/thumbnail.png').setDescription('A picture')))
        .addSeparatorComponents(new SeparatorBuilder().setDivider(true))
        .addMediaGalleryComponents(new MediaGalleryBuilder().addItems((item) => item.setURL('https://example.com/board.png')))
        .addActionRowComponents(
          row(new UserSelectMenuBuilder().setCustomId('users').setMaxValues(2)),
          row(new RoleSelectMenuBuilder().setCustomId('roles')),
          row(new ChannelSelectMenuBuilder().setCustomId('channels')),
          row(new MentionableSelectMenuBuilder().setCustomId('mentionables').setMaxValues(2))),
    ],
  };
}

// chosen returns the answer to a choice in a menu.
export function chosen(i) {
  const things = [
    ...(i.users?.map((u) => u.username) ?? []), ...(i.roles?.map((r) => r.name) ?? []), ...(i.channels?.map((c) => c.name) ?? []),
  ];
  return { content: `${i.customId}: ${things.sort().join(', ')}`, allowedMentions: { parse: [] } };
}

// modal returns a form with a text, a menu of texts and one of users.
export function modal() {
  const label = (name) => new LabelBuilder().setLabel(name);
  return new ModalBuilder().setCustomId('ask').setTitle('A match')
    .addTextDisplayComponents(text('Tell **us**'))
    .addLabelComponents(
      label('Notes').setTextInputComponent(new TextInputBuilder().setCustomId('notes').setStyle(TextInputStyle.Paragraph).setMaxLength(100)),
      label('Size').setStringSelectMenuComponent(new StringSelectMenuBuilder().setCustomId('size').addOptions(
        { label: 'Small', value: '3' }, { label: 'Large', value: '5' })),
      label('Opponent').setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId('opponent')));
}

// application returns a form with the inputs that only forms have.
export function application() {
  const label = (name) => new LabelBuilder().setLabel(name);
  return new ModalBuilder().setCustomId('apply').setTitle('A tournament').addLabelComponents(
    label('Your best game').setFileUploadComponent((input) => input.setCustomId('game').setMaxValues(1)),
    label('Side').setRadioGroupComponent((input) => input.setCustomId('side').addOptions(
      { label: 'X', value: 'x' }, { label: 'O', value: 'o' })),
    label('Days').setCheckboxGroupComponent((input) => input.setCustomId('days').addOptions(
      { label: 'Saturday', value: 'sat' }, { label: 'Sunday', value: 'sun' })),
    label('I know the rules').setCheckboxComponent((input) => input.setCustomId('rules')));
}

// submitted returns the answer to a submitted form.
export function submitted(i) {
  return i.customId === 'ask' ? asked(i) : applied(i);
}

async function applied({ fields }) {
  const file = fields.getUploadedFiles('game').first();
  const content = await (await fetch(file.url)).text();
  return `${file.name}: ${content}; ${fields.getRadioGroup('side')}; ${fields.getCheckboxGroup('days')}; ${fields.getCheckbox('rules')}`;
}

function asked({ fields }) {
  return `${fields.getTextInputValue('notes')}; ${fields.getStringSelectValues('size')}; ${fields.getSelectedUsers('opponent').map((u) => u.username)}`;
}
