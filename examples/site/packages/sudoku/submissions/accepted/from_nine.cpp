// Right as well: it tries the digits from 9 to 1, and finds another completion where there are several.
#include <iostream>
#include <string>

int rows[9], columns[9], boxes[9];
std::string grid;

int box(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

void put(int cell, int bit) {
  rows[cell / 9] ^= bit;
  columns[cell % 9] ^= bit;
  boxes[box(cell)] ^= bit;
}

bool fill() {
  int best = -1, fewest = 10;
  for (int cell = 0; cell < 81; ++cell) {
    if (grid[cell] != '.') continue;
    const int free = 9 - __builtin_popcount(rows[cell / 9] | columns[cell % 9] | boxes[box(cell)]);
    if (free < fewest) fewest = free, best = cell;
  }
  if (best < 0) return true;
  for (int digit = 9; digit >= 1; --digit) {
    const int bit = 1 << digit;
    if ((rows[best / 9] | columns[best % 9] | boxes[box(best)]) & bit) continue;
    put(best, bit);
    grid[best] = '0' + digit;
    if (fill()) return true;
    grid[best] = '.';
    put(best, bit);
  }
  return false;
}

int main() {
  std::cin >> grid;
  for (int cell = 0; cell < 81; ++cell) {
    if (grid[cell] != '.') put(cell, 1 << (grid[cell] - '0'));
  }
  fill();
  std::cout << grid << '\n';
}
