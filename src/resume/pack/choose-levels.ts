import { type Cost, fits, type Item, type Level, minus, nothing } from './level.ts';

/** An item and the level chosen for it; no level when it is left out. */
export interface Choice {
  readonly item: Item;
  readonly level?: Level;
}

interface State {
  readonly item: Item;
  level: Level | undefined;
  /** Levels worth their price, cheap to dear, each step paying less than the one before. */
  steps: Level[];
  /** What the next step pays. */
  pays: number;
}

type Price = (cost: Cost) => number;

/**
 * Spends the room where it pays most: always the step, over all items, that brings the most value for its share of the
 * limits. This is the greedy answer to the multiple-choice knapsack, at most one step from the best; what it cannot
 * spend is filled up at the end. The same input gives the same choice.
 */
export function chooseLevels(items: readonly Item[], room: Cost): Choice[] {
  const price = (cost: Cost) => cost.tokens / Math.max(1, room.tokens) + cost.chars / Math.max(1, room.chars);
  const states = items.map((item): State => {
    const steps = payingSteps(item.levels, undefined, price);
    return { item, level: undefined, steps, pays: gain(undefined, steps[0], price) };
  });
  let left = minus(room, keepAlways(states, room, price));
  for (let best = bestStep(states); best !== undefined; best = bestStep(states)) {
    const step = best.steps.shift();
    const extra = extraCost(best.level, step);
    if (fits(extra, left)) {
      best.level = step;
      left = minus(left, extra);
    } else {
      // A dear step must not keep a good item out: smaller ones of the same item come to count.
      best.steps = payingSteps(affordable(best, left), best.level, price);
    }
    best.pays = gain(best.level, best.steps[0], price);
  }
  fillUp(states, left);
  return states.map(({ item, level }) => (level === undefined ? { item } : { item, level }));
}

/** Gives every item that must be there its cheapest level, and answers what that costs. */
function keepAlways(states: readonly State[], room: Cost, price: Price): Cost {
  let left = room;
  for (const state of states.filter(({ item }) => item.always)) {
    const [cheapest] = state.item.levels.toSorted((a, b) => price(a.cost) - price(b.cost) || b.value - a.value);
    if (cheapest === undefined || !fits(cheapest.cost, left)) continue;
    left = minus(left, cheapest.cost);
    state.level = cheapest;
    state.steps = payingSteps(state.item.levels, cheapest, price);
    state.pays = gain(cheapest, state.steps[0], price);
  }
  return minus(room, left);
}

function extraCost(from: Level | undefined, to: Level | undefined): Cost {
  return minus(to?.cost ?? nothing, from?.cost ?? nothing);
}

function affordable(state: State, room: Cost): Level[] {
  return state.item.levels.filter((level) => fits(extraCost(state.level, level), room));
}

/** The upper hull of value over price: a level that pays less than a mix of its neighbours is passed over. */
function payingSteps(levels: readonly Level[], from: Level | undefined, price: Price): Level[] {
  const sorted = levels.toSorted((a, b) => price(a.cost) - price(b.cost) || b.value - a.value);
  const hull: Level[] = [];
  for (const level of sorted) {
    if (level.value <= (hull.at(-1)?.value ?? from?.value ?? 0)) continue;
    while (hull.length > 0 && gain(hull.at(-2) ?? from, hull.at(-1), price) <= gain(hull.at(-1), level, price))
      hull.pop();
    hull.push(level);
  }
  return hull;
}

/** Value per price of going from one level to the next. */
function gain(from: Level | undefined, to: Level | undefined, price: Price): number {
  const extra = price(to?.cost ?? nothing) - price(from?.cost ?? nothing);
  return ((to?.value ?? 0) - (from?.value ?? 0)) / Math.max(extra, 1e-9);
}

function bestStep(states: readonly State[]): State | undefined {
  let best: State | undefined;
  for (const state of states) {
    if (state.steps.length > 0 && state.pays > (best?.pays ?? 0)) best = state;
  }
  return best;
}

/** Uses what is left for any better level that still fits, the most valuable items first. */
function fillUp(states: readonly State[], room: Cost): void {
  let left = room;
  const byValue = states.filter(({ item }) => item.levels.length > 0).sort((a, b) => mostValue(b) - mostValue(a));
  for (const state of byValue) {
    const better = affordable(state, left).filter((level) => level.value > (state.level?.value ?? 0));
    const [best] = better.sort((a, b) => b.value - a.value);
    if (best === undefined) continue;
    left = minus(left, extraCost(state.level, best));
    state.level = best;
  }
}

function mostValue(state: State): number {
  return Math.max(0, ...state.item.levels.map((level) => level.value));
}
