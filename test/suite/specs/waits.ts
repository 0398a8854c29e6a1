describe('a process', () => {
  it('waits', async () => {
    process.stdout.write('waiting\n')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })
})
