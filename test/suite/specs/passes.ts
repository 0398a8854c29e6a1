describe('a file behind them', () => {
  it('is run', () => {})
})
