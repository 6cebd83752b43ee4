/** What the practice agent understands, by example. The help, the docs and a test are made from this list. */
export const EXAMPLES: readonly { title: string; sentences: readonly string[] }[] = [
  {
    title: 'Solids',
    sentences: [
      'a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes',
      'make a box 40 mm long, 25 mm wide and 10 mm high at 10,20,0',
      'a cube of 2 cm',
      'a ball of 12 mm on top of the plate',
      'a rod 8 mm in diameter and 100 mm long',
      'a cone with radius 10 and height 20',
      'a ring 40 mm in diameter, 5 mm thick',
      'a tube with outer diameter 20 mm, inner diameter 16 mm, 50 mm long',
      'a box 1 1/2" x 2" x 3/4"',
      'three spheres of 10 mm',
    ],
  },
  {
    title: 'Curves and points',
    sentences: [
      'a line from 0,0,0 to 100,0,0',
      'a circle of radius 10 at the origin',
      'a rectangle 40 x 25',
      'a hexagon with radius 12',
      'a polyline through (0,0,0) (10,0,0) (10,10,0)',
      'a curve through (0,0) (10,5) (20,0)',
      'a point at 1,2,3',
      'write the text "Front" 10 mm high',
      'extrude the rectangle 20 mm',
    ],
  },
  {
    title: 'Holes',
    sentences: [
      'drill a 6 mm hole through it',
      'put four 5 mm holes near the corners of the plate',
      'two M5 holes in the plate, 10 mm from the edges',
      'drill six 4 mm holes in a circle of 30 mm in the disc',
      'six 4 mm holes in a 3 x 2 grid in the plate',
      'drill a 5 mm hole at (10,10) in the plate, 4 mm deep',
    ],
  },
  {
    title: 'Edges',
    sentences: [
      'round the top edges 2 mm',
      'fillet all edges of the plate by 1 mm',
      'round the corners with radius 4',
      'chamfer the bottom edges of the box 0.5 mm',
    ],
  },
  {
    title: 'Together and apart',
    sentences: [
      'subtract the ball from the box',
      'join the box and the ball',
      'intersect the box with the ball',
      'box minus ball',
    ],
  },
  {
    title: 'Moving and repeating',
    sentences: [
      'move it 10 mm up',
      'move the plate 10 in x and 5 in y',
      'put it next to the box',
      'rotate it 45° around z',
      'make it twice as big',
      'mirror a copy of it across the yz plane',
      'copy it 30 mm to the right',
      'repeat it 5 times every 20 mm in x',
      'array the ball 6 times around the origin',
      'array the ball in a 3 x 4 grid every 20 mm',
      'delete the ball',
    ],
  },
  {
    title: 'Names, colours, layers',
    sentences: [
      'name it "Base plate"',
      'make the plate red',
      'put it on layer Walls',
      'make a layer called Walls',
      'hide the ball',
      'lock the plate',
    ],
  },
  {
    title: 'Looking and asking',
    sentences: [
      'what is in the document?',
      'how big is the plate?',
      'select all curves',
      'select everything on layer Walls',
      'show me the top view',
      'zoom to the plate',
    ],
  },
  { title: 'Taking back', sentences: ['undo that', 'redo'] },
  {
    title: 'Several steps',
    sentences: [
      'make a box 20 x 20 x 20 mm, then round the top edges 2 mm; move it 5 mm up',
      'a 10 mm cube and a ball of 5 mm',
    ],
  },
]
