/** Joins the texts of errors, each once, as Go prints them together (apimachinery: utilerrors.Aggregate). */
export function aggregateText(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(', ')}]`
}
