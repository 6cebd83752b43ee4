/** The page was opened without its key: there is nothing else to show. */
export function RefusedScreen() {
  return (
    <main className="flex h-full items-center justify-center p-4">
      <div className="max-w-[48ch]">
        <h1 className="font-strong">This tab has no key</h1>
        <p className="mt-1 text-soft">
          Tickbird opens its panel only through the address it prints when it starts; the end of that address is the
          key. The key changes with every start.
        </p>
        <p className="mt-2 text-soft">
          Run <code className="font-mono text-ink">npm start</code> again, or copy the address from where it runs. This
          page goes on by itself once it has the key.
        </p>
      </div>
    </main>
  )
}
