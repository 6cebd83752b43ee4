/**
 * Type codes of the chunks that .3dm archives are made of (openNURBS, opennurbs_3dm.h). A chunk is `uint32 code, int64
 * length, body` (archive version 50 and later); a code with the top bit set has no body, its value stands in the length's
 * place. A code with bit 0x8000 ends its body with a CRC-32 of the bytes that are its own, those of chunks inside left out.
 */
export const CODE = {
  shortBit: 0x80000000,
  crcBit: 0x00008000,

  endOfFile: 0x00007fff,
  endOfTable: 0xffffffff,

  properties: 0x10000014,
  openNurbsVersion: 0xa0000026,
  settings: 0x10000015,
  units: 0x20008031,
  namedViews: 0x20008036,
  currentLayer: 0xa0000038,

  materials: 0x10000010,
  material: 0x20008040,
  layers: 0x10000011,
  layer: 0x20008050,
  groups: 0x10000018,
  group: 0x20008073,
  objects: 0x10000013,
  object: 0x20008070,
  objectType: 0x82000071,
  attributes: 0x02008072,
  attributesUserData: 0x02000073,
  endOfObject: 0x8200007f,
  userTable: 0x10000017,
  userTableId: 0x20008080,

  classChunk: 0x00027ffa,
  classId: 0x0002fffb,
  classData: 0x0002fffc,
  endOfClass: 0x80027fff,
  anonymous: 0x40008000,
} as const

/** A file begins with this text and its archive version, right-aligned in 8 characters: "      80". */
export const MAGIC = '3D Geometry File Format '
export const HEADER_LENGTH = 32
