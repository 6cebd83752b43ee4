import { Box, ChevronDown, Download, FilePlus2, FolderOpen, History } from 'lucide-react'
import { usePanel } from '../conversation/panel.ts'
import { Heading, Item, Menu, Rule } from '../parts/Menu.tsx'
import { HOST_WORDS } from '../words/hosts.ts'
import { count, number } from '../words/numbers.ts'
import { showDialog } from './dialog.ts'
import { askNew, download, FORMATS, pickFile } from './document.ts'
import { HostChoices } from './HostChoices.tsx'

/** "bracket.3dm · mm · 0.01", and what can be done with the file. */
export function DocumentMenu() {
  const document = usePanel((state) => state.status?.document ?? null)
  const host = usePanel((state) => state.status?.host ?? null)
  if (!host) return null
  const trigger = (
    <button
      type="button"
      className="flex h-7 min-w-0 items-center gap-1.5 rounded-control px-1.5 text-small hover:bg-sunk data-[state=open]:bg-sunk"
    >
      <Box
        size={16}
        strokeWidth={1.5}
        className={`shrink-0 ${host.state === 'ready' ? 'text-soft max-[419px]:hidden' : 'text-accent'}`}
      />
      <span className="min-w-0 truncate font-strong">
        {document ? document.name : `${host.label}: ${HOST_WORDS[host.state]}`}
      </span>
      {document?.modified && <span className="-ml-1.5 shrink-0">*</span>}
      {document && (
        <span className="shrink-0 text-soft">
          {document.unit && `· ${document.unit}`}
          <span className="max-[479px]:hidden"> · {number(document.tolerance, 6)}</span>
        </span>
      )}
      <ChevronDown size={14} strokeWidth={1.5} className="shrink-0 text-soft max-[419px]:hidden" />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <Heading>
        {host.label}: {HOST_WORDS[host.state]}
        {document && (
          <span className="block">
            {count(document.objects, 'object')}, {document.units}, tolerance {number(document.tolerance, 6)}
            {document.modified && ', changed'}
          </span>
        )}
        {document?.path && <span className="block">{document.path}</span>}
      </Heading>
      <HostChoices />
      <Rule />
      <Item icon={<FilePlus2 size={16} strokeWidth={1.5} />} onSelect={askNew}>
        New
      </Item>
      <Item icon={<FolderOpen size={16} strokeWidth={1.5} />} onSelect={pickFile}>
        Open…
      </Item>
      <Item icon={<History size={16} strokeWidth={1.5} />} onSelect={() => showDialog({ kind: 'copies' })}>
        Earlier copies…
      </Item>
      <Rule />
      {FORMATS.map(({ format, label }) => (
        <Item
          key={format}
          icon={<Download size={16} strokeWidth={1.5} />}
          onSelect={() => void download(format)}
          why={document?.objects === 0 && format !== '3dm' ? 'There is nothing in the document yet' : undefined}
        >
          Download as {label}
        </Item>
      ))}
    </Menu>
  )
}
