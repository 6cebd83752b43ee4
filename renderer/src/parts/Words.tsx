/** A sentence in which what stands between backticks is something to type: `npm install -g …`. */
export function Words({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other name
      <code key={i} className="rounded-[3px] bg-sunk px-1 font-mono text-[0.92em] text-ink select-all">
        {part}
      </code>
    ),
  )
}
