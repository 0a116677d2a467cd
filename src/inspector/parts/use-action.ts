import { useState } from 'preact/hooks'
import type { Answer, Asked, Remote } from '../source/remote.js'
import { CONTROL } from '../source/remote.js'

/** The outcome of the last action. */
export type Outcome =
  | { readonly type: 'none' | 'busy' }
  | { readonly type: 'done'; readonly text: string }
  | { readonly type: 'refused'; readonly answer: Answer & { readonly ok: false } }

/** Performs actions on the cluster, and holds the outcome of the last one. */
export type Action = {
  readonly outcome: Outcome
  /** Sends a control request, or an API request if the path begins with a slash; `said` is the message for success. */
  readonly act: (path: string, asked: Asked, said: string | ((value: unknown) => string)) => Promise<Answer>
}

/** Creates an action; after each call, `refresh` loads new data. */
export function useAction(remote: Remote, refresh: () => void): Action {
  const [outcome, setOutcome] = useState<Outcome>({ type: 'none' })
  return {
    outcome,
    async act(path, asked, said) {
      setOutcome({ type: 'busy' })
      const answer = await remote.ask(path.startsWith('/') ? path : `${CONTROL}/${path}`, asked)
      if (answer.ok) setOutcome({ type: 'done', text: typeof said === 'string' ? said : said(answer.value) })
      else setOutcome({ type: 'refused', answer })
      refresh()
      return answer
    },
  }
}

/** Creates a POST request with a JSON body. */
export const post = (body: unknown = {}): Asked => ({ method: 'POST', body: JSON.stringify(body) })

/** A DELETE request. */
export const remove: Asked = { method: 'DELETE' }
