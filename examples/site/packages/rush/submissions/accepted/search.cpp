// A breadth-first search whose step is a slide of any length.
#include <algorithm>
#include <iostream>
#include <map>
#include <queue>
#include <string>
#include <vector>

int rows, columns;

struct Reached {
  std::string before, move;
};

int main() {
  std::string board, line;
  while (std::cin >> line) {
    board += line;
    columns = line.size();
    ++rows;
  }
  std::map<std::string, Reached> reached{{board, {}}};
  std::queue<std::string> open;
  open.push(board);
  while (!open.empty()) {
    const std::string at = open.front();
    open.pop();
    bool free = false;
    for (int row = 0; row < rows; ++row) free |= at[row * columns + columns - 1] == 'A';
    if (free) {
      std::vector<std::string> moves;
      for (std::string one = at; one != board; one = reached[one].before) moves.push_back(reached[one].move);
      std::reverse(moves.begin(), moves.end());
      std::cout << moves.size();
      for (const auto& move : moves) std::cout << ' ' << move;
      std::cout << '\n';
      return 0;
    }
    for (char car = 'A'; car <= 'Z'; ++car) {
      const int first = at.find(car), last = at.rfind(car);
      if (first < 0) continue;
      const bool across = first / columns == last / columns;
      const int stride = across ? 1 : columns;
      for (int sign : {-1, 1}) {
        std::string next = at;
        int back = sign < 0 ? last : first, front = sign < 0 ? first : last;
        for (int count = 1;; ++count) {
          const int cell = front + sign * stride;
          if (cell < 0 || cell >= rows * columns) break;
          if (across && cell / columns != front / columns) break;
          if (next[cell] != '.') break;
          next[cell] = car;
          next[back] = '.';
          front = cell;
          back += sign * stride;
          const std::string move = std::string(1, car) + (sign < 0 ? '-' : '+') + std::to_string(count);
          if (reached.emplace(next, Reached{at, move}).second) open.push(next);
        }
      }
    }
  }
}
