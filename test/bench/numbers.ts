/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The time of a contestant in a round, per operation. */
export type Sample = { readonly us: number; /** Processor time of the contestant alone. */ readonly cpuUs?: number }

/** The rounds of a contest, by contestant. */
export type Rounds = Readonly<Record<string, readonly Sample[]>>

/** About so many operations are optimised again and again before their code is settled. */
export const WARM_UP = 20_000

/** Runs the contestants in turn, A B C A B C …, after one or more warm-up rounds. */
export async function interleave(
  contestants: readonly string[],
  rounds: number,
  run: (contestant: string) => Promise<Sample>,
  warmUps = 1,
): Promise<Rounds> {
  const found: Record<string, Sample[]> = {}
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const contestant of contestants) {
      const sample = await run(contestant)
      if (round >= warmUps) (found[contestant] ??= []).push(sample)
    }
  }
  return found
}

/** Returns the relative speed of one contestant to another: the median of the ratios of all rounds. */
export function speed(
  rounds: Rounds,
  contestant: string,
  other: string,
  of: (sample: Sample) => number | undefined = ({ us }) => us,
): number {
  return median(rounds[contestant]!.map((sample, i) => (of(rounds[other]![i]!) ?? NaN) / (of(sample) ?? NaN)))
}
