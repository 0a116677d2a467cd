/** What an answer may know beside the question. */
export type AnswerContext = {
  readonly user: { readonly name: string; readonly groups: readonly string[] }
  /** Whose a bearer token is. */
  readonly userOf: (token: string) => AnswerContext['user'] | undefined
}
