/** The middle of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** What a round cost each contestant, per operation. */
export type Sample = { readonly us: number; /** Processor time of the contestant alone. */ readonly cpuUs?: number }

/** The rounds of a contest, by contestant. */
export type Rounds = Readonly<Record<string, readonly Sample[]>>

/** Runs the contestants in turn, A B C A B C …; one round before is not counted. */
export async function interleave(
  contestants: readonly string[],
  rounds: number,
  run: (contestant: string) => Promise<Sample>,
): Promise<Rounds> {
  const found: Record<string, Sample[]> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of contestants) {
      const sample = await run(contestant)
      if (round > 0) (found[contestant] ??= []).push(sample)
    }
  }
  return found
}

/** How fast one contestant is against another: the median of the rounds' ratios, pair by pair. */
export function speed(
  rounds: Rounds,
  contestant: string,
  other: string,
  of: (sample: Sample) => number | undefined = ({ us }) => us,
): number {
  return median(rounds[contestant]!.map((sample, i) => (of(rounds[other]![i]!) ?? NaN) / (of(sample) ?? NaN)))
}
