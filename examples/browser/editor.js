/** Numbers the lines of a text field, and shows faults at their lines; one of them moves the cursor there. */
export function createEditor(field, numbers, faults) {
  let bad = new Set()
  const draw = () => {
    const count = field.value.split('\n').length
    numbers.replaceChildren(
      ...Array.from({ length: count }, (_, i) =>
        Object.assign(document.createElement('div'), { textContent: i + 1, className: bad.has(i + 1) ? 'bad' : '' }),
      ),
    )
    numbers.scrollTop = field.scrollTop
  }
  field.addEventListener('input', draw)
  field.addEventListener('scroll', () => void (numbers.scrollTop = field.scrollTop))
  const goTo = (line) => {
    const start =
      field.value
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0)
    field.focus()
    field.setSelectionRange(start, start + (field.value.split('\n')[line - 1] ?? '').length)
    field.scrollTop = Math.max(0, (line - 5) * 18)
  }
  return {
    set(text) {
      field.value = text
      draw()
    },
    /** Shows what is wrong: an error of loading has faults with lines, any other a message. */
    show(error) {
      const found = error === undefined ? [] : (error.faults ?? [{ message: error.message }])
      bad = new Set(found.flatMap(({ line }) => line ?? []))
      field.ariaInvalid = String(found.length > 0)
      faults.replaceChildren(
        ...found.map(({ line, object, field: member, message }) => {
          const textContent = [line && `line ${line}`, object, member, message].filter(Boolean).join(': ')
          return Object.assign(document.createElement('button'), {
            type: 'button',
            textContent,
            onclick: () => goTo(line ?? 1),
          })
        }),
      )
      draw()
    },
  }
}
