console.log('a browser file')
