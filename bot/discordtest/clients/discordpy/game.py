"""Tic-tac-toe on nine buttons. A game lives as long as its view."""

import discord
from discord import ui

LINES = ['012', '345', '678', '036', '147', '258', '048', '246']


class Cell(ui.Button):
    def __init__(self, n: int):
        super().__init__(label=str(n + 1), row=n // 3)
        self.n = n

    async def callback(self, i: discord.Interaction):
        game = self.view
        turn = game.turn
        if i.user != game.players[turn]:
            await i.response.send_message('Not your turn', ephemeral=True)
            return
        self.label, self.disabled = turn, True
        game.cells[self.n] = turn
        await i.response.edit_message(content=game.next(), view=game)
        await i.channel.send(f'{turn} takes {self.n + 1}')


class Game(ui.View):
    def __init__(self, x: discord.Member, o: discord.Member):
        super().__init__(timeout=None)
        self.players = {'X': x, 'O': o}
        self.turn = 'X'
        self.cells = [None] * 9
        for n in range(9):
            self.add_item(Cell(n))

    def next(self) -> str:
        """Goes on after a move and returns what the message says then."""
        if any(all(self.cells[int(n)] == self.turn for n in line) for line in LINES):
            return self.end(f'{self.turn} has won')
        if None not in self.cells:
            return self.end('Nobody has won')
        self.turn = 'O' if self.turn == 'X' else 'X'
        return f'{self.turn} to move'

    def end(self, result: str) -> str:
        for cell in self.children:
            cell.disabled = True
        self.stop()
        return result
