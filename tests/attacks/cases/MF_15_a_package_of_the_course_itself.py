# id: MF-15
# kind: surprises of another machine
# where: load
# status: passed
from . import utils
from course.checks import assert_tensor
from google.colab import drive

drive.mount("/content/drive")
