import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { Modal } from '../parts/Modal.tsx'
import { usePicture } from './pictures.ts'

/** A picture in the transcript; a click shows it in full. */
export function Picture({ id, alt }: { id: string; alt: string }) {
  const [large, setLarge] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge: ${alt}`}
        onClick={() => setLarge(true)}
        className="block w-full overflow-hidden rounded-control border border-line"
      >
        <Plate id={id} alt={alt} />
      </button>
      {large && (
        <Modal title={alt} wide onClose={() => setLarge(false)}>
          <Plate id={id} alt={alt} full />
        </Modal>
      )}
    </>
  )
}

/** The picture itself, with its place kept while it is on its way. */
export function Plate({
  id,
  alt,
  full,
  className = '',
}: {
  id: string
  alt: string
  full?: boolean
  className?: string
}) {
  const picture = usePicture(id)
  if (picture.state === 'shown') {
    const size = full
      ? 'max-h-[calc(100dvh-140px)] object-contain'
      : 'aspect-[3/2] max-h-[max(180px,45dvh)] object-cover'
    return (
      <img
        src={picture.url}
        alt={alt}
        draggable={false}
        className={`block w-full bg-(--picture-ground) ${size} ${className}`}
      />
    )
  }
  return (
    <div
      className={`flex aspect-[3/2] max-h-[max(180px,45dvh)] w-full items-center justify-center gap-2 bg-sunk text-small text-soft ${className}`}
    >
      {picture.state === 'failed' && (
        <>
          <ImageOff size={16} strokeWidth={1.5} />
          {picture.why}
        </>
      )}
    </div>
  )
}
