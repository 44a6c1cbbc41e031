"""A bot written with discord.py as anybody writes one, but for the base address.

It plays the story of the package noughts/bot/discordtest/clients.
"""

import asyncio
import os
import sys

import discord
import yarl
from discord import app_commands, ui

from game import Game

API = os.environ['DISCORD_API_URL']
# discord.py has no options for these two addresses.
discord.http.Route.BASE = f'{API}/api/v10'
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(API.replace('http', 'ws', 1) + '/gateway')

FRUITS = ['apple', 'apricot', 'plum']

client = discord.Client(intents=discord.Intents(guilds=True))
tree = app_commands.CommandTree(client)


@client.event
async def setup_hook():
    await tree.sync()


@tree.command(description='Answer')
async def ping(i: discord.Interaction):
    await i.response.send_message('pong')


@tree.command(description='Count the guilds')
async def guilds(i: discord.Interaction):
    await i.response.send_message(f'{len(client.guilds)} guilds')


@tree.command(description='Pick a fruit')
async def pick(i: discord.Interaction, fruit: str):
    await i.response.send_message(f'You picked {fruit}')


@pick.autocomplete('fruit')
async def fruits(i: discord.Interaction, typed: str):
    return [app_commands.Choice(name=f, value=f) for f in FRUITS if f.startswith(typed)]


@tree.command(description='Ask for what this Discord does not have')
async def bans(i: discord.Interaction):
    try:
        said = str([ban async for ban in i.guild.bans()])
    except discord.HTTPException as e:
        said = str(e)
    await i.response.send_message(said)


@tree.context_menu(name='Greet')
async def greet(i: discord.Interaction, member: discord.Member):
    await i.response.send_message(f'Hello, {member.display_name}')


@tree.command(description='Take time')
async def slow(i: discord.Interaction, private: bool = False):
    await i.response.defer(thinking=True, ephemeral=private)
    await i.edit_original_response(content='Done')


@tree.command(description='Follow up')
async def follow(i: discord.Interaction):
    await i.response.send_message('First')
    second = await i.followup.send('Second', wait=True)
    await i.followup.send('Third', ephemeral=True)
    await second.edit(content='Second, edited')
    await i.delete_original_response()


@tree.command(description='Write to the channel')
async def say(i: discord.Interaction, times: int):
    await i.response.defer(thinking=True, ephemeral=True)
    for n in range(times):
        await i.channel.send(str(n + 1))
    await i.edit_original_response(content=f'Said {times}')


class Form(ui.Modal, title='About you'):
    name = ui.TextInput(label='name', custom_id='name')
    hobby = ui.TextInput(label='hobby', custom_id='hobby', required=False)

    async def on_submit(self, i: discord.Interaction):
        await i.response.send_message(f'{self.name} likes {self.hobby.value or "nothing"}')


@tree.command(description='Show a form')
async def form(i: discord.Interaction):
    await i.response.send_modal(Form())


class MenuForm(ui.Modal, title='About you'):
    name = ui.TextInput(label='name', custom_id='name')

    async def on_submit(self, i: discord.Interaction):
        await i.response.edit_message(content=f'Form by {self.name}')


class Menu(ui.View):
    counted = 0

    @ui.button(label='Count', style=discord.ButtonStyle.primary)
    async def count(self, i: discord.Interaction, _):
        self.counted += 1
        await i.response.edit_message(content=f'Counted {self.counted}')

    @ui.button(label='Later')
    async def later(self, i: discord.Interaction, _):
        await i.response.defer()
        await i.edit_original_response(content='Later')

    @ui.button(label='Form', emoji='📝', style=discord.ButtonStyle.success)
    async def form(self, i: discord.Interaction, _):
        await i.response.send_modal(MenuForm())

    @ui.select(placeholder='A colour', options=[discord.SelectOption(label=c.title(), value=c) for c in ('red', 'green', 'blue')])
    async def colour(self, i: discord.Interaction, select: ui.Select):
        await i.response.edit_message(content=f'Chose {", ".join(select.values)}')


@tree.command(description='Show buttons and a menu')
async def menu(i: discord.Interaction):
    await i.response.send_message('Nothing yet', view=Menu())


@tree.command(description='Play')
async def game(i: discord.Interaction, opponent: discord.Member):
    await i.response.send_message('X to move', view=Game(i.user, opponent))


async def main():
    discord.utils.setup_logging()
    async with client:
        running = asyncio.create_task(client.start(os.environ['DISCORD_TOKEN']))
        # The test ends the bot by closing its standard input.
        ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
        await asyncio.wait([running, ended], return_when=asyncio.FIRST_COMPLETED)
        await client.close()
        await running


asyncio.run(main())
