"""The name that was most likely meant."""

import re


def nearest(name, known):
    """None where none is close."""
    wanted = _plain(name[:100])
    best, best_distance = None, -(-len(wanted) // 3) + 1
    for candidate in known:
        plain = _plain(candidate)
        if abs(len(plain) - len(wanted)) >= best_distance:
            continue
        distance = _edit_distance(wanted, plain)
        if distance < best_distance:
            best, best_distance = candidate, distance
    return best


def _plain(name):
    return re.sub(r'[^a-z0-9]', '', name.lower())


def _edit_distance(left, right):
    """Letters to add, drop, change or swap with their neighbour to get from one word to the other."""
    rows = [list(range(len(right) + 1))]
    for i, a in enumerate(left):
        above = rows[i]
        row = [i + 1]
        for j, b in enumerate(right):
            cost = min(above[j] + (a != b), above[j + 1] + 1, row[j] + 1)
            if i and j and a == right[j - 1] and left[i - 1] == b:
                cost = min(cost, rows[i - 1][j - 1] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]
