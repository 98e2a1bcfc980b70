// A breadth-first search whose step takes one block anywhere that it can slide to.
#include <algorithm>
#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

int rows, columns;

struct Reached {
  std::string before, move;
};

// The top left corner of the smallest rectangle around a block.
std::pair<int, int> corner(const std::string& board, char block) {
  std::pair<int, int> found{rows, columns};
  for (int cell = 0; cell < rows * columns; ++cell) {
    if (board[cell] != block) continue;
    found = {std::min(found.first, cell / columns), std::min(found.second, cell % columns)};
  }
  return found;
}

std::string place(const std::string& board, char block) {
  const auto [row, column] = corner(board, block);
  return "(" + std::to_string(row) + "," + std::to_string(column) + ")";
}

// Moves a block by one cell; false if something is in its way.
bool slide(std::string& board, char block, int down, int right) {
  std::string next = board;
  std::replace(next.begin(), next.end(), block, '.');
  for (int cell = 0; cell < rows * columns; ++cell) {
    if (board[cell] != block) continue;
    const int row = cell / columns + down, column = cell % columns + right;
    if (row < 0 || row >= rows || column < 0 || column >= columns) return false;
    if (next[row * columns + column] != '.') return false;
    next[row * columns + column] = block;
  }
  board = next;
  return true;
}

int main() {
  std::cin >> rows >> columns;
  std::string board;
  for (int cell = 0; cell < rows * columns; ++cell) {
    char sign;
    std::cin >> sign;
    board += sign;
  }
  char goal;
  int goal_row, goal_column;
  std::cin >> goal >> goal_row >> goal_column;
  std::map<std::string, Reached> reached{{board, {}}};
  std::queue<std::string> open;
  open.push(board);
  while (!open.empty()) {
    const std::string at = open.front();
    open.pop();
    if (corner(at, goal) == std::pair(goal_row, goal_column)) {
      std::vector<std::string> moves;
      for (std::string one = at; one != board; one = reached[one].before) moves.push_back(reached[one].move);
      std::reverse(moves.begin(), moves.end());
      std::cout << moves.size() << '\n';
      for (const auto& move : moves) std::cout << move << '\n';
      return 0;
    }
    std::set<char> blocks(at.begin(), at.end());
    blocks.erase('.');
    for (char block : blocks) {
      std::set<std::string> seen{at};
      std::queue<std::string> near;
      near.push(at);
      while (!near.empty()) {
        const std::string from = near.front();
        near.pop();
        const int ways[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
        for (const auto& way : ways) {
          std::string next = from;
          if (!slide(next, block, way[0], way[1]) || !seen.insert(next).second) continue;
          near.push(next);
          const std::string move = std::string(1, block) + " " + place(at, block) + " " + place(next, block);
          if (reached.emplace(next, Reached{at, move}).second) open.push(next);
        }
      }
    }
  }
}
