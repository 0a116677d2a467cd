import type { ViewProps } from '../view-props.js'
import { type Changes, type ToldChange, chainOf, nameOfChange } from '../model/changes.js'
import { kindId, rowKey } from '../model/rows.js'
import { SideBySide } from '../parts/side-by-side.js'
import { Life } from './life.js'
import { ChangeLine } from './change-line.js'

type DetailProps = ViewProps & {
  readonly changes: Changes
  readonly told: ToldChange | undefined
  /** Whether to show all changes of the object rather than this one. */
  readonly life: boolean
}

/** A change: its request, what led to it, and what it changed; or all changes of its object. */
export function ChangeDetail({ session, changes, told, life, go }: DetailProps) {
  if (!told) return <p class="empty">Before the first change that is known.</p>
  const { change, before } = told
  const steps = changes.of(kindId(change), rowKey(change.namespace, change.name))
  if (life) return <Life steps={steps} changes={changes} current={told} today={session.bundle.made} go={go} />
  const chain = chainOf(told, changes)
  return (
    <div class="change">
      <header>
        <h2>{nameOfChange(change)}</h2>
        <ChangeLine told={told} go={go} />
        {chain.length > 0 && (
          <ol class="chain" aria-label="What led to it">
            {chain.map((each) => (
              <li key={each.change.revision}>
                because of <ChangeLine told={each} go={go} named />
              </li>
            ))}
          </ol>
        )}
      </header>
      <SideBySide before={before} after={change.object} />
    </div>
  )
}
