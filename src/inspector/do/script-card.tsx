import { useState } from 'preact/hooks'
import { isObject } from '../../base/json/json.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { useAction } from '../parts/use-action.js'
import { TextWithLines } from '../parts/text-with-lines.js'
import { badLines } from '../model/bad-lines.js'
import type { CardProps } from './card-props.js'

const EXAMPLE = `# The next two writes of a Deployment meet somebody who was faster.
- before: { verb: [update, patch], kind: Deployment }
  times: 2
  then: { status: Conflict }
`

/** Adds a script of faults; wrong lines are marked. */
export function ScriptCard({ shown, remote }: CardProps) {
  const [text, setText] = useState(EXAMPLE)
  const { outcome, act } = useAction(remote, shown.refresh)
  const add = () =>
    void act('hooks?name=script', { method: 'POST', body: text, type: 'application/yaml' }, (value) =>
      isObject(value) ? `${String(value['id'])} is in force.` : '',
    )
  const said =
    outcome.type === 'refused' ? [outcome.answer.message, ...outcome.answer.causes.map(({ message }) => message)] : []
  return (
    <section class="card" aria-labelledby="script-title">
      <h2 id="script-title">Script</h2>
      <TextWithLines label="Script" value={text} onInput={setText} bad={badLines(said, 'script')} rows={12} />
      <div class="row">
        <button type="button" class="primary" onClick={add}>
          Add the script
        </button>
      </div>
      <OutcomeLine outcome={outcome} />
    </section>
  )
}
