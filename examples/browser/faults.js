/** Faults that last until they are switched off; each returns what ends it. */
const LASTING = {
  slow: { label: 'Slow API', start: (cluster) => cluster.hooks.before({}, { delay: '2s' }) },
  failing: {
    label: 'Failing reads',
    start: (cluster) => cluster.hooks.before({ verb: ['get', 'list'] }, { status: 503 }),
  },
  images: {
    label: 'No images',
    start: (cluster) => cluster.containers.play({ image: '*', pull: 'ErrImagePull' }),
  },
}

/** Faults that happen once. */
const ONCE = {
  'Fail the next read': (cluster) => cluster.hooks.before({ verb: ['get', 'list'] }, { status: 500 }, { times: 1 }),
  'Cut all watches': (cluster) => cluster.watches().forEach((watch) => watch.cut()),
  'Delete a pod': async (cluster) => {
    const [pod] = (await cluster.list('Pod')).items
    if (pod) await cluster.delete('Pod', { namespace: pod.metadata.namespace, name: pod.metadata.name })
  },
}

/** Shows a button for each fault. What fails is told in `refused`. `changed` is called with the ids of those that last, as `chosen` gives them at first. */
export function createFaults(element, refused, chosen, changed) {
  const on = new Map(chosen.filter((id) => id in LASTING).map((id) => [id, undefined]))
  let cluster
  const begin = (id) => on.set(id, LASTING[id].start(cluster))
  const told = ({ message }) => void (refused.textContent = message)
  const draw = () => {
    const lasting = Object.entries(LASTING).map(([id, { label }]) =>
      button(label, () => toggle(id), { ariaPressed: String(on.has(id)) }),
    )
    const once = Object.entries(ONCE).map(([label, act]) =>
      button(label, () => void Promise.resolve(act(cluster)).catch(told)),
    )
    element.replaceChildren(...lasting, ...once)
  }
  const toggle = (id) => {
    if (on.has(id)) {
      on.get(id)?.[Symbol.dispose]()
      on.delete(id)
    } else begin(id)
    changed([...on.keys()])
    const at = [...element.children].indexOf(document.activeElement)
    draw()
    element.children[at]?.focus()
  }
  return {
    /** Begins the chosen faults in another cluster. */
    moveTo(next) {
      cluster = next
      for (const id of on.keys()) begin(id)
      draw()
    },
    ids: () => [...on.keys()],
  }
}

const button = (textContent, onclick, more = {}) =>
  Object.assign(document.createElement('button'), { type: 'button', className: 'small', textContent, onclick, ...more })
