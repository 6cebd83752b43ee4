console.error('The practice agent is not there yet.')
process.exit(1)
