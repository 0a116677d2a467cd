import { useState } from 'preact/hooks'
import type { Answer, Asked, Remote } from '../source/remote.js'
import { CONTROL } from '../source/remote.js'

/** What came of the last thing that was done. */
export type Outcome =
  | { readonly type: 'none' | 'busy' }
  | { readonly type: 'done'; readonly text: string }
  | { readonly type: 'refused'; readonly answer: Answer & { readonly ok: false } }

/** Does things to the cluster, one at a time, and tells what came of the last. */
export type Action = {
  readonly outcome: Outcome
  /**
   * Asks control, or the API with a path that begins with a slash of its own; `said` tells people what has been done.
   */
  readonly act: (path: string, asked: Asked, said: string | ((value: unknown) => string)) => Promise<Answer>
}

/** Makes what does things, after which the page asks for what is new. */
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

/** A request that posts JSON. */
export const post = (body: unknown = {}): Asked => ({ method: 'POST', body: JSON.stringify(body) })

/** A request that deletes. */
export const remove: Asked = { method: 'DELETE' }
