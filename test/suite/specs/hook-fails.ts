describe('books', () => {
  before(() => {
    throw new Error('they cannot be opened')
  })
  it('are open', () => {})
})
